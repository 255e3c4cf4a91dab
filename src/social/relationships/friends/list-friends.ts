import { sql } from 'kysely';
import { livePerson } from '../../../identity/account/live-people.ts';
import { canSeePart, getPrivacy } from '../../../identity/account/privacy.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import { blockedBetween } from '../../people/between.ts';
import { newestFriendsOf } from '../../people/friends/mutual-friends.ts';
import { getRelation } from '../../people/relation.ts';
import { toPeople, type PageOfPeople } from '../../people/page-of-people.ts';

/** Returns a person's friends, newest friendship first. Empty for viewers who may not know. */
export async function listFriends(
  app: App,
  viewer: Viewer | undefined,
  personId: string,
  page = 0,
): Promise<PageOfPeople> {
  const relation = await getRelation(app, viewer, personId);
  if (!canSeePart(await getPrivacy(app, personId), 'friends', relation)) return { items: [], hasMore: false };
  const query = app.db
    .selectFrom(newestFriendsOf(personId).as<'friend'>(sql.ref('friend')))
    .innerJoinLateral(livePerson('person', 'friend.id'), (join) => join.onTrue())
    .$call(
      whenGiven(viewer, (query, viewer) =>
        query.where((eb) => eb.not(blockedBetween('person.id', viewer.id))),
      ),
    )
    .orderBy('friend.at', 'desc')
    .orderBy('friend.id', 'desc')
    .select('person.id');
  return toPeople(app, viewer, query, page);
}
