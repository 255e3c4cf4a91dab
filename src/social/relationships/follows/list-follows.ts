import { sql } from 'kysely';
import { livePerson } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import { blockedBetween } from '../../people/between.ts';
import { toPeople, type PageOfPeople } from '../../people/page-of-people.ts';

/** Returns the followers of a person, newest first. */
export const listFollowers = (
  app: App,
  viewer: Viewer | undefined,
  personId: string,
  page = 0,
): Promise<PageOfPeople> => toPeople(app, viewer, follows(app, viewer, 'follower_id', personId), page);

/** Returns the people that a person follows, newest first. */
export const listFollowings = (
  app: App,
  viewer: Viewer | undefined,
  personId: string,
  page = 0,
): Promise<PageOfPeople> => toPeople(app, viewer, follows(app, viewer, 'followed_id', personId), page);

/** `offset 0` makes the query walk an index in order until the page is full. */
const follows = (
  app: App,
  viewer: Viewer | undefined,
  listed: 'follower_id' | 'followed_id',
  personId: string,
) =>
  app.db
    .selectFrom((eb) =>
      eb
        .selectFrom('social.follow')
        .where(listed === 'follower_id' ? 'followed_id' : 'follower_id', '=', personId)
        .orderBy('created_at', 'desc')
        .orderBy(listed)
        .modifyEnd(sql`offset 0`)
        .select(['created_at', listed])
        .as('follow'),
    )
    .innerJoinLateral(livePerson('person', `follow.${listed}`), (join) => join.onTrue())
    .$call(
      whenGiven(viewer, (query, viewer) =>
        query.where((eb) => eb.not(blockedBetween('person.id', viewer.id))),
      ),
    )
    .orderBy('follow.created_at', 'desc')
    .orderBy(sql.ref(`follow.${listed}`))
    .select('person.id');
