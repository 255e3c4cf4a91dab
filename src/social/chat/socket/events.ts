import type { Socket } from 'socket.io';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Problem, msg } from '../../../kernel/problem.ts';
import { minutes } from '../../../kernel/time.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import type { Json } from '../../../platform/broadcast.ts';
import { enforce } from '../../../platform/limits.ts';
import type { LiveStream } from '../../live/channel.ts';
import {
  ConversationBody,
  MessageBody,
  requiredId,
  SeenBody,
  toBoolean,
  toIds,
  toNewMessage,
  TypingBody,
} from '../body.ts';
import { getConversation } from '../conversations/reading.ts';
import { setTyping } from '../delivery/presence.ts';
import { markConversationsSeen, toSeen } from '../delivery/receipts.ts';
import { toMessageThread } from '../messages/api.ts';
import { getMessages } from '../messages/message-rows.ts';
import { sendMessage } from '../messages/messages.ts';
import { toConversationRecord, toMessageRecord, toReceiptRecord } from '../wire.ts';
import { t } from '../../../web/translation/translate.ts';

/** Validates a client's event. Throws a `Problem` if it is invalid. */
function read<S extends TSchema>(schema: S, sent: unknown): Static<S> {
  if (!Value.Check(schema, sent)) throw new Problem('invalid', msg('The event is missing required fields'));
  return sent;
}

type Handle = (app: App, viewer: Viewer, sent: unknown) => Promise<object>;

/**
 * Handlers of client events, with the same operations as the API. The result is sent as the acknowledgement.
 */
export const clientEvents: Readonly<Record<string, Handle>> = {
  event_client_open_thread: async (app, viewer, sent) => {
    const id = requiredId('conversation_id', read(ConversationBody, sent).conversation_id);
    return toMessageThread(app, viewer, await getConversation(app, viewer, id));
  },
  event_client_close_chatbox: async (app, viewer, sent) => {
    const id = requiredId('conversation_id', read(ConversationBody, sent).conversation_id);
    await setTyping(app, viewer, id, false);
    return {};
  },
  event_client_typing: async (app, viewer, sent) => {
    const body = read(TypingBody, sent);
    await setTyping(
      app,
      viewer,
      requiredId('conversation_id', body.conversation_id),
      toBoolean(body.is_typing),
    );
    return {};
  },
  event_client_seen: async (app, viewer, sent) => {
    await markConversationsSeen(
      app,
      viewer,
      await toSeen(app, viewer, toIds('ids', read(SeenBody, sent).ids)),
    );
    return {};
  },
  event_client_send_message: async (app, viewer, sent) => {
    const { conversationId } = await sendMessage(app, viewer, toNewMessage(read(MessageBody, sent)));
    return toConversationRecord(app, await getConversation(app, viewer, conversationId));
  },
};

/** Handles a client event. Errors are returned as `{ error, message }`. */
export async function handleEvent(
  app: App,
  viewer: Viewer,
  name: string,
  sent: unknown,
): Promise<{ answer: object; problem?: Problem }> {
  try {
    enforce(
      await app.limits.consume(
        { name: 'chat:socket', calls: 300, within: minutes(1), local: true },
        viewer.id,
      ),
    );
    if (!viewer.isActivated || viewer.isBeingDeleted)
      throw new Problem('forbidden', msg('Your account cannot send messages at the moment'));
    const answer = await clientEvents[name]?.(app, viewer, sent);
    return { answer: answer ?? {} };
  } catch (error) {
    const problem =
      error instanceof Problem ? error : new Problem('failed', msg('Something went wrong'), { cause: error });
    if (problem.kind === 'failed') app.log.error({ err: error }, 'a socket event failed');
    return { answer: { error: true, message: t(problem.text) }, problem };
  }
}

type Emit = (event: string, data: object) => void;

interface Happened {
  conversation: string;
  id?: string;
  isNew?: boolean;
  is?: 'left' | 'deleted';
}

/** Emits chat events under the names that existing apps listen for. Other live events are only for pages. */
export async function sendEvent(
  app: App,
  viewer: Viewer,
  { name, data }: { name: string; data: Json },
  emit: Emit,
): Promise<void> {
  const { conversation: id, id: messageId = '', isNew, is } = data as unknown as Happened;
  if (name === 'conversation' && is === 'left') {
    emit('event_server_leave_conversation', { conversation_id: id });
    return;
  }
  if (name === 'conversation' && is === 'deleted') {
    emit('event_server_delete_conversation', { conversation_id: id });
    return;
  }
  if (name !== 'message' && name !== 'seen' && name !== 'typing') return;
  const conversation = await getConversation(app, viewer, id);
  const receipts = { conversation_id: id, ...toReceiptRecord(conversation) };
  if (name === 'seen') {
    emit('event_server_seen', receipts);
    return;
  }
  if (name === 'typing') {
    emit('event_server_typing', receipts);
    return;
  }
  const [message] = await getMessages(app, viewer, [messageId]);
  if (!message) return;
  const record = toMessageRecord(app, message);
  if (!isNew) {
    emit('event_server_message_updated', { conversation_id: id, message: record });
    return;
  }
  emit('event_server_message_received', {
    conversation: toConversationRecord(app, conversation),
    last_message: record,
    is_me: message.isMine,
  });
}

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
