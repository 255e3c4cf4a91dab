import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { livePeople } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { isOpenPage } from '../access/is-open-page.ts';
import { blockedBetween, mutedBy } from '../people/between.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { placeKinds } from '../notify/kinds.ts';

/**
 * The notifications that are still something to tell, as `notification`: not of a post or comment that its receiver
 * may not see any more, nor of people who are gone, blocked, or took it back. What the place itself says is always told.
 */
export const shownNotifications = (app: App, viewer: Viewer) =>
  app.db
    .selectFrom('social.notification as notification')
    .where('notification.account_id', '=', viewer.id)
    .where((eb) =>
      eb.or([
        eb('notification.kind', 'in', placeKinds),
        eb.and([
          eb.or([
            eb('notification.post_id', 'is', null),
            eb.exists(
              visiblePosts(app.db, viewer)
                .where('post.id', '=', sql.ref<string>('notification.post_id'))
                .select('post.id'),
            ),
          ]),
          eb.or([eb('notification.comment_id', 'is', null), isOpenComment('notification.comment_id')]),
          eb.or([eb('notification.page_id', 'is', null), isAboutOpenPage]),
          eb.exists(actorsOf(app, viewer).select('actor.id')),
        ]),
      ]),
    );

/** Those of `notification` who did it, as `actor` and `person`. */
export const actorsOf = (app: App, viewer: Viewer) =>
  app.db
    .selectFrom('social.notification_actor as actor')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'actor.actor_id'))
    .where(sql.ref('actor.notification_id'), '=', sql.ref('notification.id'))
    .where('actor.undone_at', 'is', null)
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .where((eb) => eb.not(mutedBy('person.id', viewer.id)))
    .where((eb) => eb.or([eb('actor.comment_id', 'is', null), isOpenComment('actor.comment_id')]));

const isOpenComment = (column: string): RawBuilder<SqlBool> => sql`exists (
  select from social.comment
  where id = ${sql.ref(column)} and deleted_at is null and held_at is null)`;

const isAboutOpenPage = sql<SqlBool>`exists (
  select from social.page where page.id = notification.page_id and ${isOpenPage('page')})`;
