import type { App, Viewer } from '../../../src/platform/app.ts';
import { startCall } from '../../../src/social/chat/calls/calls.ts';
import { createGroup } from '../../../src/social/chat/conversations/conversations.ts';
import { upload } from '../../upload.ts';
import { reactToMessage, sendMessage } from '../../../src/social/chat/messages/messages.ts';

/** A picture of one pixel. */
const cake = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Adds a group with messages. Returns the addresses of chat. */
export async function chatExamples(
  app: App,
  viewer: Viewer,
  otherId: string,
): Promise<Record<string, string>> {
  const id = await createGroup(app, viewer, { title: 'Picnic', memberIds: [otherId] });
  const { id: first } = await sendMessage(app, viewer, { conversationId: id, text: 'Who brings **cake**?' });
  await sendMessage(app, viewer, { conversationId: id, text: 'I bring tea', replyToId: first });
  await reactToMessage(app, viewer, first, 'love');
  const files = [{ path: await upload(app, viewer, cake), kinds: ['photos'] as const, field: 'photo' }];
  const { id: pictured } = await sendMessage(app, viewer, { conversationId: id, text: '', files });
  const call = await startCall(app, viewer, { conversationId: id, isVideo: true, device: 'the-demo' });
  const message = `/messages/${id}/messages/${first}`;
  return {
    '/messages/:id': `/messages/${id}`,
    '/messages/:id/part': `/messages/${id}/part`,
    '/messages/:id/details': `/messages/${id}/details`,
    '/messages/:id/messages/:message/seen': `${message}/seen`,
    '/messages/:id/messages/:message/reactions': `${message}/reactions`,
    '/messages/:id/messages/:message/menu': `${message}/menu`,
    '/messages/:id/messages/:message/forward': `${message}/forward`,
    '/messages/:id/messages/:message/photos/:number': `/messages/${id}/messages/${pictured}/photos/1`,
    '/messages/search': `/messages/search?q=cake&in=${id}`,
    '/messages/:id/call': `/messages/${id}/call?type=video`,
    '/messages/calls/:id': `/messages/calls/${call.id}`,
  };
}
