import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import { blockedBetween } from '../../people/between.ts';
import { toPeople, type PageOfPeople } from '../../people/page-of-people.ts';

/** Who follows somebody, the newest first. */
export const listFollowers = (
  app: App,
  viewer: Viewer | undefined,
  personId: string,
  page = 0,
): Promise<PageOfPeople> =>
  toPeople(app, viewer, follows(app, viewer, 'follower_id').where('followed_id', '=', personId), page);

/** Whom somebody follows, the newest first. */
export const listFollowings = (
  app: App,
  viewer: Viewer | undefined,
  personId: string,
  page = 0,
): Promise<PageOfPeople> =>
  toPeople(app, viewer, follows(app, viewer, 'followed_id').where('follower_id', '=', personId), page);

const follows = (app: App, viewer: Viewer | undefined, listed: 'follower_id' | 'followed_id') =>
  app.db
    .selectFrom('social.follow as follow')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', `follow.${listed}`))
    .$call(
      whenGiven(viewer, (query, viewer) =>
        query.where((eb) => eb.not(blockedBetween('person.id', viewer.id))),
      ),
    )
    .orderBy('follow.created_at', 'desc')
    .orderBy(`follow.${listed}`)
    .select('person.id');
