import { sql } from 'kysely';
import type { RawBuilder, Selectable, SqlBool } from 'kysely';
import { livePerson } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { SocialNotification, SocialNotificationActor } from '../../platform/database/rows.gen.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { isEntitled } from '../access/paywall.ts';
import { isOpenPage } from '../access/page.ts';
import { blockedBetween, mutedBy } from '../people/between.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { systemKinds } from '../notify/kinds.ts';

type Row = Selectable<SocialNotification>;

/**
 * Visible notifications, as `notification`. Excludes posts and comments that the receiver can no longer see,
 * and actors who were deleted or blocked or undid their action. Notifications of the site itself are always
 * included.
 */
export const shownNotifications = (app: App, viewer: Viewer, from = sql<Row>`social.notification`) =>
  app.db
    .selectFrom(from.as<'notification'>(sql.ref('notification')))
    .where('notification.account_id', '=', viewer.id)
    .where((eb) =>
      eb.or([
        eb('notification.kind', 'in', systemKinds),
        eb.and([
          eb.or([
            eb('notification.post_id', 'is', null),
            eb.exists(
              visiblePosts(app.db, viewer)
                .where('post.id', '=', sql.ref<string>('notification.post_id'))
                .select('post.id'),
            ),
          ]),
          eb.or([
            eb('notification.comment_id', 'is', null),
            isOpenComment('notification.comment_id', viewer),
          ]),
          eb.or([eb('notification.page_id', 'is', null), isAboutOpenPage]),
          eb.exists(actorsOf(app, viewer).select('actor.id')),
        ]),
      ]),
    );

/** Maximum number of actors loaded per notification. More names are never shown. */
export const maxActors = 200;

const newestActors = sql<Selectable<SocialNotificationActor>>`(
  select * from social.notification_actor as each
  where each.notification_id = notification.id and each.undone_at is null
  order by each.at desc limit ${sql.lit(maxActors)})`;

/** The latest actors of `notification`, as `actor` and `person`. */
export const actorsOf = (app: App, viewer: Viewer) =>
  app.db
    .selectFrom(newestActors.as<'actor'>(sql.ref('actor')))
    .innerJoinLateral(livePerson('person', 'actor.actor_id'), (join) => join.onTrue())
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .where((eb) => eb.not(mutedBy('person.id', viewer.id)))
    .where((eb) => eb.or([eb('actor.comment_id', 'is', null), isOpenComment('actor.comment_id', viewer)]));

const isOpenComment = (column: string, viewer: Viewer): RawBuilder<SqlBool> => sql`exists (
  select from social.comment join social.post as commented on commented.id = comment.post_id
  where comment.id = ${sql.ref(column)} and comment.deleted_at is null and comment.held_at is null
    and ${isEntitled('commented', viewer)})`;

const isAboutOpenPage = sql<SqlBool>`exists (
  select from social.page where page.id = notification.page_id and ${isOpenPage('page')})`;
