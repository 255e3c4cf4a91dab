import { t } from '../../kernel/translation/translate.ts';
import { sql, type Selectable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { SocialNotification } from '../../platform/database/rows.gen.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { toPerson, type Person } from '../people/person.ts';
import { short } from '../text/short.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';
import type { PostKind } from '../posts/post.ts';
import type { MoneyEvent, NotificationKind, Outcome } from '../notify/kinds.ts';
import type { Notification } from './notification.ts';
import { formatMoney } from '../wallet/money/money.ts';
import { actorsOf, maxActors, shownNotifications } from './shown.ts';
import type { NumberedPage } from '../../platform/database/paging.ts';

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
  const shown = shownNotifications(app, viewer, newestFirst(viewer, kinds))
    .orderBy('notification.at', 'desc')
    .orderBy('notification.id', 'desc')
    .offset(page * onPage)
    .limit(onPage + 1);
  const rows = await select(app, viewer, shown)
    .orderBy('notification.at', 'desc')
    .orderBy('notification.id', 'desc')
    .execute();
  return {
    items: rows.slice(0, onPage).map((row) => toNotification(app, row)),
    hasMore: rows.length > onPage,
  };
}

/** Returns a single notification if it is still visible. */
export async function getNotification(app: App, viewer: Viewer, id: string): Promise<Notification> {
  const shown = shownNotifications(app, viewer).where('notification.id', '=', id);
  const row = await select(app, viewer, shown).executeTakeFirst();
  if (!row) throw missing(t('Notification'));
  return toNotification(app, row);
}

/** `offset 0` makes the query walk the index in order until the page is full. */
const newestFirst = (viewer: Viewer, kinds?: readonly NotificationKind[]) => sql<
  Selectable<SocialNotification>
>`(
  select * from social.notification where account_id = ${viewer.id} and on_page
    ${kinds ? sql`and kind = any(${kinds}::text[])` : sql``}
  order by at desc, id desc offset 0)`;

/** The visible notifications with their actors, which are loaded only for these. */
const select = (app: App, viewer: Viewer, shown: ReturnType<typeof shownNotifications>) =>
  app.db
    .selectFrom(shown.selectAll('notification').as('notification'))
    .innerJoinLateral(detailsOf(app, viewer).as('told'), (join) => join.onTrue())
    .leftJoin('social.post as about', 'about.id', 'notification.post_id')
    .leftJoin('social.page as page', 'page.id', 'notification.page_id')
    .select(['notification.id', 'notification.kind', 'notification.post_id', 'notification.comment_id'])
    .select(['notification.message_id', 'notification.money_event', 'notification.amount'])
    .select(['notification.outcome', 'notification.at', 'notification.seen_at', 'notification.read_at'])
    .select(['about.text as post_text', 'about.kind as post_kind', 'about.title as post_title'])
    .select([
      'about.warning as post_warning',
      'about.parent_id',
      'page.username as page_username',
      'page.title as page_title',
    ])
    .select('page.picture_small as page_picture')
    .select(['told.actors', 'told.few', 'told.reaction', 'told.said', countActors.as('count')])
    .select((eb) =>
      eb
        .selectFrom('social.comment as comment')
        .where('comment.id', '=', eb.fn.coalesce('told.said', 'notification.comment_id'))
        .select('comment.text')
        .as('comment_text'),
    );

/** A notification's actors with their count and reactions, and the newest comment. */
const detailsOf = (app: App, viewer: Viewer) =>
  app.db
    .with(
      (cte) => cte('seen').materialized(),
      () =>
        actorsOf(app, viewer)
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
    page:
      row.page_username === null
        ? null
        : { username: row.page_username, title: row.page_title ?? row.page_username },
    // A reply links to the new comment rather than to the viewer's own.
    commentId: row.kind === 'reply' ? (row.said ?? row.comment_id) : (row.comment_id ?? row.said),
    outcome: row.outcome as Outcome | null,
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
