import { minutes } from '../../../kernel/time.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../../platform/http/families/social.ts';
import { ChangeBody, DraftBody, requiredId } from '../body.ts';
import { ConversationRecord, toConversationRecord } from '../wire.ts';
import { changeConversation } from './change-conversation.ts';
import { getConversation } from './find-conversation.ts';
import { saveDraft } from './save-draft.ts';

const addition = 'Extension.';
const member = operations('Chat', 'member');
const often = { by: ['account'], calls: 600, within: minutes(1) } as const;

/** The viewer's own settings of a conversation. */
export const conversationRoutes = [
  member.post({
    path: '/apis/php/chat/actions/change',
    summary: 'Accept, mute, pin or archive a conversation',
    description: `${addition} Affects only your own view. Returns the conversation.`,
    limit: often,
    body: ChangeBody,
    returns: Envelope(ConversationRecord),
    example: { conversation_id: '9', do: 'mute' },
    handle: async ({ app, viewer, body }) => {
      const id = requiredId('conversation_id', body.conversation_id);
      await changeConversation(app, viewer, id, body.do);
      return { data: toConversationRecord(app, await getConversation(app, viewer, id)) };
    },
  }),
  member.post({
    path: '/apis/php/chat/actions/draft',
    summary: 'Save your draft in a conversation',
    description: `${addition} An empty message deletes the draft. Sending a message by API does not.`,
    limit: often,
    body: DraftBody,
    returns: Done,
    example: { conversation_id: '9', message: 'Dear' },
    handle: async ({ app, viewer, body }) => {
      await saveDraft(app, viewer, requiredId('conversation_id', body.conversation_id), body.message);
      return {};
    },
  }),
];
