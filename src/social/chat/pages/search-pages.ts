import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import { minutes } from '../../../kernel/time.ts';
import { pagesFor } from '../../../platform/http/endpoint.ts';
import { findConversationsByName } from '../conversations/find-by-name.ts';
import { getConversations } from '../conversations/get-conversations.ts';
import { requireMember } from '../conversations/require-member.ts';
import { searchMessages } from '../search/search-messages.ts';
import { searchView } from '../views/search-view.ts';
import { showInChatFrame } from './show.ts';

const member = pagesFor('member');

export const searchPages = [
  member.get({
    path: '/messages/search',
    limit: { by: ['account'], calls: (config) => config.SEARCH_LIMIT, within: minutes(1) },
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })), in: Type.Optional(Id) }),
    handle: async ({ app, viewer, query: { q: words = '', in: conversationId } }) => {
      if (conversationId !== undefined) await requireMember(app, viewer, conversationId);
      const found = await searchMessages(app, viewer, { words, conversationId });
      const ids = conversationId === undefined ? found.items.map((each) => each.conversationId) : [];
      const conversations = await getConversations(app, viewer, [...new Set(ids)], 1);
      const named = conversationId === undefined ? await findConversationsByName(app, viewer, words) : [];
      const now = app.clock.now();
      const body = searchView({ words, conversationId, conversations, named, ...found, now });
      return showInChatFrame(app, viewer, { title: t('Search messages'), body }, { openId: conversationId });
    },
  }),
];
