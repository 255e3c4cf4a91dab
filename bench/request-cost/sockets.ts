import { io, type Socket } from 'socket.io-client';
import { clientEvents } from '../../src/social/chat/socket/events.ts';
import { worstTexts } from '../../test/pathological/texts.ts';

/** Messages to a socket, as large as the server accepts. */
export const socketMessages = (): [event: string, what: string, sent: unknown][] => {
  const wide = Object.fromEntries(Array.from({ length: 4500 }, (_, n) => [`f${n}`, 1]));
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;
  const events = [...Object.keys(clientEvents), 'unknown'];
  return events.flatMap((event) => [
    ...worstTexts.map(({ name, make }): [string, string, unknown] => {
      const message = make(30_000).slice(0, 30_000).toWellFormed();
      return [event, name, { conversation_id: '1', ids: message, message, is_typing: message }];
    }),
    [event, '4,500 keys', wide],
    [event, '5,000 levels', { conversation_id: deep, ids: deep, message: deep }],
    [
      event,
      '9,000 ids',
      { conversation_id: '1', ids: Array.from({ length: 9000 }, (_, n) => n), message: 'a' },
    ],
    [event, '9,000 repeated', { conversation_id: '1', ids: '1,'.repeat(9000), message: 'a' }],
  ]);
};

/** Opens a socket of a session. */
export const openSocket = (origin: string, token: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(origin, { auth: { token }, transports: ['websocket'], reconnection: false });
    socket.once('connect', () => resolve(socket)).once('connect_error', reject);
  });

/** Sends an event and resolves when it is acknowledged, or soon if it never is. */
export const sendEvent = (socket: Socket, event: string, sent: unknown): Promise<unknown> =>
  socket
    .timeout(event === 'unknown' ? 20 : 3000)
    .emitWithAck(event, sent)
    .catch(() => undefined);
