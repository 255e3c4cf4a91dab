import { sql } from 'kysely';
import { livePerson } from '../../../identity/account/live-people.ts';
import { canSeePart, getPrivacy } from '../../../identity/account/privacy.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { friendsOf, newestFriendsOf } from '../../people/friends/mutual-friends.ts';
import { toPeople, type PageOfPeople } from '../../people/page-of-people.ts';
import { getRelation } from '../../people/relation.ts';

/**
 * Returns the viewer's mutual friends with a person, the viewer's newest friendship first. Empty for viewers
 * who may not know.
 */
export async function listMutualFriends(
  app: App,
  viewer: Viewer,
  personId: string,
  page = 0,
): Promise<PageOfPeople> {
  const relation = await getRelation(app, viewer, personId);
  if (relation.isMe || !canSeePart(await getPrivacy(app, personId), 'friends', relation))
    return { items: [], hasMore: false };
  // `offset 0` walks both indexes and skips people in only one list.
  const common = sql<{ id: string; at: Date }>`(
    select mine.id, mine.at from ${newestFriendsOf(viewer.id)} as mine
    where mine.id in (${friendsOf(sql`${personId}::bigint`)}) order by mine.at desc, mine.id desc offset 0)`;
  const query = app.db
    .selectFrom(common.as<'friend'>(sql.ref('friend')))
    .innerJoinLateral(livePerson('person', 'friend.id'), (join) => join.onTrue())
    .orderBy('friend.at', 'desc')
    .orderBy('friend.id', 'desc')
    .select('person.id');
  return toPeople(app, viewer, query, page);
}
