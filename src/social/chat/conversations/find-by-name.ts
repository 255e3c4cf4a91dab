import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import { nameMatches } from '../../../platform/database/name-matches.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { notBlocked } from '../../people/between.ts';
import type { Conversation } from './conversation.ts';
import { memberships } from './memberships.ts';
import { getConversations } from './get-conversations.ts';

/** Maximum conversations to compare, those with the newest messages, and maximum results. */
const [maxCompared, maxFound] = [500, 20];
/** Maximum members to load of each. Lists show the first names of a group without a title. */
const membersInList = 5;

/**
 * Returns conversations by the title of a group, or by the name of another member, newest first. Excludes
 * message requests.
 */
export async function findConversationsByName(
  app: App,
  viewer: Viewer,
  words: string,
): Promise<Conversation[]> {
  const inTitle = nameMatches(sql`search.name(mine.title)`, words);
  const inName = nameMatches(sql.ref('person.searchable'), words);
  if (inTitle.length === 0) return [];
  const compared = memberships(app.db, viewer.id)
    .whereRef('mine.last_message_id', '>', 'mine.cleared_to')
    .where('mine.requested_at', 'is', null)
    .orderBy('mine.last_message_id', 'desc')
    .limit(sql.lit(maxCompared))
    .select(['conversation.id', 'conversation.title', 'conversation.is_group', 'mine.last_message_id']);
  const rows = await app.db
    .selectFrom(compared.as('mine'))
    .where((eb) =>
      eb.or([
        eb.and(inTitle),
        eb.exists(
          eb
            .selectFrom('social.conversation_member as other')
            .innerJoin(livePeople('person'), 'person.id', 'other.account_id')
            .whereRef('other.conversation_id', '=', 'mine.id')
            .where('other.account_id', '<>', viewer.id)
            // A group with a title is found by it.
            .where('mine.title', '=', '')
            .where('person.is_former', '=', false)
            .where(notBlocked('person.id', viewer.id))
            .where(eb.and(inName))
            .select('other.account_id'),
        ),
      ]),
    )
    .orderBy('mine.last_message_id', 'desc')
    .limit(sql.lit(maxFound))
    .select('mine.id')
    .execute();
  return getConversations(
    app,
    viewer,
    rows.map(({ id }) => id),
    membersInList,
  );
}
