import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { livePerson } from '../../identity/account/people.ts';
import { missing, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Asker, Viewer } from '../../platform/app.ts';
import { type NumberedPage, compileForMember } from '../../platform/database/queries.ts';
import type { SocialNotification, SocialNotificationActor } from '../../platform/database/rows.gen.ts';
import { isOpenPage } from '../access/page.ts';
import { isEntitled } from '../access/entitlement.ts';
import { eventKinds, isAboutText, systemKinds } from '../notify/kinds.ts';
import type { MoneyEvent, NotificationKind, CaseOutcome } from '../notify/kinds.ts';
import { type Filtering, getFiltering } from '../filters/filtering.ts';
import { blockedBetween, mutedBy, type Person, toPerson } from '../people/person.ts';
import type { PostKind } from '../posts/post.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';
import { short } from '../text/plain.ts';
import { formatMoney } from '../wallet/money.ts';
import type { Notification } from './notification.ts';

const onPage = 20;
/** Number of avatars per row. */
const maxAvatars = 3;
const longestExcerpt = 120;

export type PageOfNotifications = NumberedPage<Notification>;

/** Returns the viewer's notifications, newest first. Pages count from 0. `kinds`: only these kinds. */
export async function listNotifications(
  app: App,
  viewer: Viewer,
  page = 0,
  kinds?: readonly NotificationKind[],
): Promise<PageOfNotifications> {
  const rows =
    page === 0
      ? await selectNewest(app.db, viewer, { kinds }, undefined)
      : await buildList(app.db, viewer, { kinds }, page * onPage).execute();
  const filtering = await getFiltering(app, viewer, 'notifications');
  return {
    items: rows.slice(0, onPage).flatMap((row) => filterRow(app, row, filtering) ?? []),
    hasMore: rows.length > onPage,
  };
}

const buildList = (
  db: App['db'],
  viewer: Asker,
  { kinds }: { kinds: readonly NotificationKind[] | undefined },
  offset = 0,
) =>
  select(
    db,
    viewer,
    shownNotifications(db, viewer, newestFirst(viewer, kinds))
      .orderBy('notification.at', 'desc')
      .orderBy('notification.id', 'desc')
      .offset(offset)
      .limit(onPage + 1),
  )
    .orderBy('notification.at', 'desc')
    .orderBy('notification.id', 'desc');

const selectNewest = compileForMember(buildList);

/** Returns a single notification if it is still visible. */
export async function getNotification(app: App, viewer: Viewer, id: string): Promise<Notification> {
  const shown = shownNotifications(app.db, viewer).where('notification.id', '=', id);
  const row = await select(app.db, viewer, shown).executeTakeFirst();
  const notification = row && filterRow(app, row, await getFiltering(app, viewer, 'notifications'));
  if (!notification) throw missing(msg('Notification'));
  return notification;
}

/** Applies the viewer's keyword filters to what others wrote. Undefined if it is hidden. */
function filterRow(app: App, row: Row, filtering: Filtering | undefined): Notification | undefined {
  const notification = toNotification(app, row);
  if (!filtering || !isAboutText(notification.kind)) return notification;
  const { comment_text, post_title, post_warning, post_text } = row;
  const found = filtering(comment_text === null ? [post_title, post_warning, post_text] : [comment_text]);
  if (!found) return notification;
  if (found.isHidden) return undefined;
  const { post } = notification;
  return {
    ...notification,
    post: post && { ...post, title: '' },
    excerpt: t('Filtered: {name}', { name: found.name }),
  };
}

/** `offset 0` makes the query walk the index in order until the page is full. */
const newestFirst = (viewer: Asker, kinds?: readonly NotificationKind[]) => sql<
  Selectable<SocialNotification>
>`(
  select * from social.notification where account_id = ${viewer.id} and on_page
    ${kinds ? sql`and kind = any(${kinds}::text[])` : sql``}
  order by at desc, id desc offset 0)`;

/** The visible notifications with their actors, which are loaded only for these. */
const select = (db: App['db'], viewer: Asker, shown: ReturnType<typeof shownNotifications>) =>
  db
    .selectFrom(shown.selectAll('notification').as('notification'))
    .innerJoinLateral(detailsOf(db, viewer).as('told'), (join) => join.onTrue())
    .leftJoin('social.post as about', 'about.id', 'notification.post_id')
    .leftJoin('social.page as page', 'page.id', 'notification.page_id')
    .leftJoin('social.people_group as home', 'home.id', 'about.group_id')
    .select(['notification.id', 'notification.kind', 'notification.post_id', 'notification.comment_id'])
    .select(['notification.message_id', 'notification.money_event', 'notification.amount'])
    .select(['notification.outcome', 'notification.at', 'notification.seen_at', 'notification.read_at'])
    .select([
      'about.text as post_text',
      'about.kind as post_kind',
      'about.title as post_title',
      'home.title as group_title',
    ])
    .select(['about.warning as post_warning', 'about.parent_id', 'page.username as page_username'])
    .select(['page.title as page_title', 'page.picture_small as page_picture'])
    .select(['told.actors', 'told.few', 'told.reaction', 'told.said', countActors.as('count')])
    .select((eb) =>
      eb
        .selectFrom('social.comment as comment')
        .where('comment.id', '=', eb.fn.coalesce('told.said', 'notification.comment_id'))
        .select('comment.text')
        .as('comment_text'),
    );

/** A notification's actors with their count and reactions, and the newest comment. */
const detailsOf = (db: App['db'], viewer: Asker) =>
  db
    .with(
      (cte) => cte('seen').materialized(),
      () =>
        actorsOf(db, viewer)
          .select(['person.id', 'person.username', 'person.first_name', 'person.last_name'])
          .select(['person.picture', 'person.picture_small'])
          .select(['actor.at', 'actor.reaction', 'actor.comment_id']),
    )
    .selectFrom('seen')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('seen as one')
          .groupBy(['one.id', 'one.username', 'one.first_name', 'one.last_name'])
          .groupBy(['one.picture', 'one.picture_small'])
          .select(['one.username', 'one.first_name', 'one.last_name'])
          .select(['one.picture', 'one.picture_small', sql<string>`one.id::text`.as('id')])
          .select(({ fn }) => fn.max('one.at').as('last'))
          .orderBy('last', 'desc')
          .limit(maxAvatars),
      ).as('actors'),
      sql<number>`count(distinct seen.id)::integer`.as('few'),
      sql<string | null>`case when min(seen.reaction) = max(seen.reaction) then min(seen.reaction) end`.as(
        'reaction',
      ),
      sql<string | null>`max(seen.comment_id)`.as('said'),
    ]);

/** Counts all actors. For large numbers, those not visible to the viewer are not subtracted. */
const countActors = sql<number>`(
  select count(*)::integer from social.notification_actor as actor
  where actor.notification_id = notification.id and actor.undone_at is null)`;

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function toNotification(app: App, row: Row): Notification {
  return {
    id: row.id,
    isOfMessage: row.message_id !== null,
    kind: row.kind as NotificationKind,
    postId: row.post_id,
    post: toAbout(row),
    group: row.group_title,
    page:
      row.page_username === null
        ? null
        : { username: row.page_username, title: row.page_title ?? row.page_username },
    // A reply links to the new comment rather than to the viewer's own.
    commentId: row.kind === 'reply' ? (row.said ?? row.comment_id) : (row.comment_id ?? row.said),
    outcome: row.outcome as CaseOutcome | null,
    money:
      row.money_event === null
        ? null
        : {
            event: row.money_event as MoneyEvent,
            amount: formatMoney(app.config, BigInt(row.amount ?? 0)),
          },
    ...(speaksAsPage(row)
      ? { actors: [toSpeaker(app, row)], count: 1 }
      : {
          actors: row.actors.map((actor) => toPerson(app, actor)),
          count: row.count > maxActors ? row.count : row.few,
        }),
    reaction: row.reaction as ReactionKind | null,
    excerpt: short(excerptOf(row), longestExcerpt),
    at: row.at,
    seenAt: row.seen_at,
    readAt: row.read_at,
  };
}

/** Actions on behalf of a page are shown as the page, without the team member who acted. */
const speaksAsPage = ({ kind, page_username }: Row) =>
  page_username !== null && (kind === 'mention' || kind === 'share');

const toSpeaker = (app: App, { page_username, page_title, page_picture, id }: Row): Person =>
  toPerson(app, {
    id,
    username: page_username ?? '',
    first_name: page_title ?? '',
    last_name: '',
    picture: null,
    picture_small: page_picture,
  });

const toAbout = ({ post_id, post_kind, post_title, parent_id }: Row): Notification['post'] =>
  post_id === null || post_kind === null
    ? null
    : { id: post_id, kind: post_kind as PostKind, title: post_title ?? '', parentId: parent_id };

/** Content behind a warning is not revealed in a notification. */
const excerptOf = ({ comment_text, post_title, post_warning, post_text }: Row): string =>
  comment_text ?? [post_title, post_warning, post_text].find(Boolean) ?? '';

type StoredNotification = Selectable<SocialNotification>;

/**
 * Visible notifications, as `notification`. Excludes posts and comments that the receiver can no longer see,
 * and actors who were deleted or blocked or undid their action. Notifications of the site itself are always
 * included.
 */
export const shownNotifications = (
  db: App['db'],
  viewer: Asker,
  from = sql<StoredNotification>`social.notification`,
) =>
  db
    .selectFrom(from.as<'notification'>(sql.ref('notification')))
    .where('notification.account_id', '=', viewer.id)
    .where((eb) =>
      eb.or([
        eb('notification.kind', 'in', systemKinds),
        eb.and([
          eb.or([
            eb('notification.post_id', 'is', null),
            eb.exists(
              visiblePosts(db, viewer)
                .where('post.id', '=', sql.ref<string>('notification.post_id'))
                .select('post.id'),
            ),
          ]),
          eb.or([
            eb('notification.comment_id', 'is', null),
            isOpenComment('notification.comment_id', viewer),
          ]),
          eb.or([eb('notification.page_id', 'is', null), isAboutOpenPage]),
          eb.or([
            eb('notification.kind', 'in', eventKinds),
            eb.exists(actorsOf(db, viewer).select('actor.id')),
          ]),
        ]),
      ]),
    );

/** Maximum number of actors loaded per notification. More names are never shown. */
const maxActors = 200;

const newestActors = sql<Selectable<SocialNotificationActor>>`(
  select * from social.notification_actor as each
  where each.notification_id = notification.id and each.undone_at is null
  order by each.at desc limit ${sql.lit(maxActors)})`;

/** The latest actors of `notification`, as `actor` and `person`. */
const actorsOf = (db: App['db'], viewer: Asker) =>
  db
    .selectFrom(newestActors.as<'actor'>(sql.ref('actor')))
    .innerJoinLateral(livePerson('person', 'actor.actor_id'), (join) => join.onTrue())
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .where((eb) => eb.not(mutedBy('person.id', viewer.id)))
    .where((eb) => eb.or([eb('actor.comment_id', 'is', null), isOpenComment('actor.comment_id', viewer)]));

const isOpenComment = (column: string, viewer: Asker): RawBuilder<SqlBool> => sql`exists (
  select from social.comment join social.post as commented on commented.id = comment.post_id
  where comment.id = ${sql.ref(column)} and comment.deleted_at is null and comment.held_at is null
    and ${isEntitled('commented', viewer)})`;

const isAboutOpenPage = sql<SqlBool>`exists (
  select from social.page where page.id = notification.page_id and ${isOpenPage('page')})`;
