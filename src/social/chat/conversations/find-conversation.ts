import { t } from '../../../kernel/translation/translate.ts';
import { idOrNone } from '../../../kernel/input.ts';
import { invalid, missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { getProfile } from '../../people/profile.ts';
import type { Conversation } from './conversation.ts';
import { memberships } from './memberships.ts';
import { getConversations } from './get-conversations.ts';

/** Returns one of the viewer's conversations. Throws a `Problem` if they are not a member. */
export async function getConversation(app: App, viewer: Viewer, id: string): Promise<Conversation> {
  const [conversation] = await getConversations(app, viewer, [id], app.config.CHAT_GROUP_MEMBERS);
  if (!conversation) throw missing(t('Conversation'));
  return conversation;
}

/**
 * Returns the viewer's conversation with one other person. Undefined: there is none, or the viewer has
 * deleted it.
 */
export async function findConversationWith(
  app: App,
  viewer: Viewer,
  personId: string,
): Promise<Conversation | undefined> {
  await getProfile(app, viewer, { id: personId });
  const row = await memberships(app.db, viewer.id)
    .where('conversation.is_group', '=', false)
    .where((eb) =>
      eb.or([
        eb.and([eb('first_id', '=', viewer.id), eb('second_id', '=', personId)]),
        eb.and([eb('first_id', '=', personId), eb('second_id', '=', viewer.id)]),
      ]),
    )
    .whereRef('mine.last_message_id', '>', 'mine.cleared_to')
    .select('conversation.id')
    .executeTakeFirst();
  return row && getConversation(app, viewer, row.id);
}

/** Returns the conversation of a query: by its id, or else with a person, with whom there may be none. */
export async function findNamedConversation(
  app: App,
  viewer: Viewer,
  named: { conversation_id?: string; user_id?: string },
): Promise<Conversation | undefined> {
  const [id, personId] = [idOrNone(named.conversation_id), idOrNone(named.user_id)];
  if (id !== undefined) return getConversation(app, viewer, id);
  if (personId === undefined) throw invalid('conversation_id', t('Send conversation_id or user_id'));
  return findConversationWith(app, viewer, personId);
}
