import type { Socket } from 'socket.io';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { LiveStream } from '../../live/channel.ts';
import { sendEvent } from './send-event.ts';

/**
 * Maximum pending events of a socket. Beyond this, it is disconnected, and its app loads missed events
 * through the API.
 */
const maxWaiting = 200;

/** Wraps a socket as a live stream. Events are sent in order, as the account may read them at that time. */
export function socketStream(
  app: App,
  socket: Socket,
  { viewer, sessionId, onClose }: { viewer: Viewer; sessionId: string; onClose: () => void },
): LiveStream {
  let last = Promise.resolve();
  let waiting = 0;
  socket.once('disconnect', onClose);
  const end = () => {
    socket.disconnect(true);
    onClose();
  };
  return {
    kind: 'app',
    sessionId,
    position: undefined,
    after: undefined,
    send: (event) => {
      if (!socket.connected) return;
      if (event.name === 'presence') {
        const { account, isOnline } = event.data as { account: string; isOnline: boolean };
        socket.emit(isOnline ? 'event_server_user_online' : 'event_server_user_offline', {
          user_id: account,
        });
        return;
      }
      if ((waiting += 1) > maxWaiting) return end();
      last = last
        .then(() => sendEvent(app, viewer, event, (name, data) => void socket.emit(name, data)))
        .catch((error: unknown) => {
          // It was deleted, or the account may no longer read it.
          if (!(error instanceof Problem))
            app.log.warn({ err: error }, 'an event could not be sent to a socket');
        })
        .finally(() => (waiting -= 1));
    },
    beat: () => undefined,
    end,
  };
}
