import { sql } from 'kysely';
import { Type } from 'typebox';
import { days, minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { addJob, jobKind } from '../../platform/jobs/jobs.ts';
import { getFiltering } from '../filters/filtering.ts';
import { addLiveEvent } from '../live/event.ts';
import { blockedBetween } from '../people/person.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';
import { defaultChoiceOf, isAboutText, systemKinds } from './kinds.ts';
import type { NotificationChoice, MoneyEvent, NotificationKind, CaseOutcome } from './kinds.ts';

interface NotificationEvent {
  /** The person to notify. */
  to: string;
  kind: NotificationKind;
  /** The person who acted. Undefined for notifications of the site itself. */
  by?: string;
  postId?: string | undefined;
  commentId?: string | undefined;
  pageId?: string | undefined;
  /** The message that a decision is about. */
  messageId?: string | undefined;
  /** For kinds `comment` and `reply`: the new comment. */
  said?: string;
  reaction?: ReactionKind;
  outcome?: CaseOutcome;
  /** For kind `money`: the event and the amount in millionths of the currency. */
  money?: { event: MoneyEvent; amount: bigint };
}

/** An action undone and repeated within this time does not notify again. */
const dedupeWindow = days(1);
/** A row updated this recently is not updated again, to avoid lock contention. */
const freshFor = minutes(1);

/**
 * Notifies a person, in the transaction of the event. Skips the person's own actions, blocked people, and
 * kinds the person turned off.
 */
export async function notify(app: App, happening: NotificationEvent): Promise<void> {
  const { to, by, kind } = happening;
  if (by === to) return;
  const { isBlocked, hasFilters, ...choice } = await getReceiver(app, happening);
  if (isBlocked || !(choice.onPage || choice.byMail || choice.byPush)) return;
  if (hasFilters && (await isHiddenByFilter(app, happening))) return;
  if (by !== undefined && kind !== 'money' && (await reviveNotification(app, happening)))
    return announceCounters(app, to);
  const { id, isNew } = await open(app, happening, choice.onPage);
  if (by !== undefined) await addActor(app, id, by, happening);
  if (choice.onPage) {
    await addLiveEvent(app, [to], 'notification', { id });
    await announceCounters(app, to);
  }
  if (!isNew) return;
  if (choice.byMail) await addJob(app, kind === 'event_ticket' ? mailTicket : mailNotification, { id });
  if (choice.byPush) await addJob(app, pushNotification, { id });
}

async function getReceiver(
  app: App,
  { to, kind, by, postId }: NotificationEvent,
): Promise<NotificationChoice & { isBlocked: boolean; hasFilters: boolean }> {
  const row = await app.db
    .selectFrom('identity.account as account')
    .leftJoin('social.notification_choice as choice', (join) =>
      join.onRef('choice.account_id', '=', 'account.id').on('choice.kind', '=', kind),
    )
    .where('account.id', '=', to)
    .where('account.deletion_requested_at', 'is', null)
    .select(['choice.on_page', 'choice.by_mail', 'choice.by_push', 'account.has_filters'])
    .select((eb) => [
      (by === undefined ? sql<boolean>`false` : isUnwanted(app, by, postId)).as('is_blocked'),
      eb
        .exists(
          eb
            .selectFrom('social.push_subscription as subscription')
            .whereRef('subscription.account_id', '=', 'account.id')
            .select('subscription.id'),
        )
        .as('has_push'),
    ])
    .executeTakeFirst();
  const byDefault = defaultChoiceOf(kind);
  return {
    isBlocked: !row || row.is_blocked,
    hasFilters: row?.has_filters ?? false,
    onPage: row?.on_page ?? byDefault.onPage,
    byMail: row?.by_mail ?? byDefault.byMail,
    byPush: (row?.by_push ?? byDefault.byPush) && row?.has_push === true,
  };
}

/** SQL: whether `account` and who acted blocked each other, or the account wants nothing of the group of the post. */
const isUnwanted = ({ clock }: App, by: string, postId: string | undefined) => sql<boolean>`(
  ${blockedBetween('account.id', by)} or exists (
    select from social.post join social.people_group_member as member on member.group_id = post.group_id
    where post.id = ${postId ?? null} and member.account_id = account.id
      and (member.notify = 'none' or member.muted_until > ${clock.now()})))`;

/** Whether a keyword filter of the receiver hides what the notification is about, so that nothing is counted. */
async function isHiddenByFilter(
  app: App,
  { to, kind, said, commentId, postId }: NotificationEvent,
): Promise<boolean> {
  if (!isAboutText(kind)) return false;
  const filtering = await getFiltering(app, { id: to, hasFilters: true }, 'notifications');
  if (!filtering) return false;
  const comment = said ?? commentId;
  const { rows } = await (
    comment === undefined
      ? sql<Texts>`select title, warning, text from social.post where id = ${postId ?? null}`
      : sql<Texts>`select '' as title, '' as warning, text from social.comment where id = ${comment}`
  ).execute(app.db);
  return rows.some(({ title, warning, text }) => filtering([title, warning, text])?.isHidden);
}

interface Texts {
  title: string;
  warning: string;
  text: string;
}

/**
 * Reactivates the notification of an action that the person undid, or changes it in place. Returns false if a
 * new notification is needed, such as for a new comment after the previous one was read.
 */
async function reviveNotification(app: App, happening: NotificationEvent): Promise<boolean> {
  const { to, kind, by = '', said = null, reaction = null } = happening;
  const { postId = null, commentId = null, pageId = null } = happening;
  const since = new Date(app.clock.now().getTime() - dedupeWindow);
  const taken = await app.db
    .updateTable('social.notification_actor as actor')
    .from('social.notification as notification')
    .set({ undone_at: null, reaction })
    .whereRef('notification.id', '=', 'actor.notification_id')
    .where('actor.actor_id', '=', by)
    .where('actor.at', '>', since)
    .where('actor.comment_id', 'is not distinct from', said)
    .where('notification.account_id', '=', to)
    .where('notification.kind', '=', kind)
    .where('notification.post_id', 'is not distinct from', postId)
    .where('notification.comment_id', 'is not distinct from', commentId)
    .where('notification.page_id', 'is not distinct from', pageId)
    .$if(kind === 'thread' || kind === 'answer', (query) => query.where('notification.read_at', 'is', null))
    .returning('actor.id')
    .execute();
  return taken.length > 0;
}

/** Returns the row of an event, moved to the top of the list. `isNew`: the receiver has no unread row for it yet. */
async function open(
  app: App,
  happening: NotificationEvent,
  on_page: boolean,
): Promise<{ id: string; isNew: boolean }> {
  const { to, kind, outcome = null, money } = happening;
  const { postId = null, commentId = null, pageId = null, messageId = null } = happening;
  const at = app.clock.now();
  const fresh = await app.db
    .selectFrom('social.notification')
    .where('account_id', '=', to)
    .where('kind', '=', kind)
    .where('kind', 'not in', systemKinds)
    .where('post_id', 'is not distinct from', postId)
    .where('comment_id', 'is not distinct from', commentId)
    .where('page_id', 'is not distinct from', pageId)
    .where('read_at', 'is', null)
    .where('seen_at', 'is', null)
    .where('at', '>', new Date(at.getTime() - freshFor))
    .select('id')
    .executeTakeFirst();
  if (fresh) return { id: fresh.id, isNew: false };
  const { id, is_new } = await app.db
    .insertInto('social.notification')
    .values({
      account_id: to,
      kind,
      post_id: postId,
      comment_id: commentId,
      page_id: pageId,
      message_id: messageId,
      outcome,
      money_event: money?.event ?? null,
      amount: money?.amount.toString() ?? null,
      on_page,
      at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind', 'post_id', 'comment_id', 'page_id'])
        .where('read_at', 'is', null)
        .where(
          'kind',
          'not in',
          systemKinds.map((kind) => sql.lit(kind)),
        )
        .doUpdateSet({ at, seen_at: null, on_page }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow();
  return { id, isNew: is_new };
}

async function addActor(
  app: App,
  notification_id: string,
  actor_id: string,
  happening: NotificationEvent,
): Promise<void> {
  const { said = null, reaction = null } = happening;
  const at = app.clock.now();
  await app.db
    .insertInto('social.notification_actor')
    .values({ notification_id, actor_id, comment_id: said, reaction, at })
    .onConflict((conflict) =>
      conflict
        .columns(['notification_id', 'actor_id', 'comment_id'])
        .doUpdateSet({ undone_at: null, reaction, at }),
    )
    .execute();
}

interface UndoneAction {
  kind: NotificationKind;
  /** The person who was notified. */
  to: string;
  /** The person who undid it. */
  by: string;
  postId?: string;
  commentId?: string;
}

/** Withdraws notifications of undone actions. */
export async function withdraw(app: App, { kind, to, by, postId, commentId }: UndoneAction): Promise<void> {
  const withdrawn = await app.db
    .updateTable('social.notification_actor as actor')
    .from('social.notification as notification')
    .set({ undone_at: app.clock.now() })
    .whereRef('notification.id', '=', 'actor.notification_id')
    .where('actor.actor_id', '=', by)
    .where('actor.undone_at', 'is', null)
    .where('notification.account_id', '=', to)
    .where('notification.kind', '=', kind)
    .where('notification.post_id', 'is not distinct from', postId ?? null)
    .where('notification.comment_id', 'is not distinct from', commentId ?? null)
    .returning('actor.id')
    .execute();
  if (withdrawn.length > 0) await announceCounters(app, to);
}

/** Withdraws existing notifications between two people. */
export async function withdrawBetween(app: App, one: string, other: string): Promise<void> {
  await app.db
    .deleteFrom('social.notification_actor as actor')
    .using('social.notification as notification')
    .whereRef('notification.id', '=', 'actor.notification_id')
    .where((eb) =>
      eb.or([
        eb('actor.actor_id', '=', one).and('notification.account_id', '=', other),
        eb('actor.actor_id', '=', other).and('notification.account_id', '=', one),
      ]),
    )
    .execute();
  await announceCounters(app, one, other);
}

/** Signals people's open pages that their counters may have changed. */
export const announceCounters = (app: App, ...accountIds: string[]): Promise<void> =>
  addLiveEvent(app, accountIds, 'counters');

/** Signals the people notified of a post or comment that is no longer visible. */
export async function announceCountersAbout(
  app: App,
  { postId, commentId }: { postId?: string; commentId?: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select account_id::text as id from social.notification
    where seen_at is null and post_id = ${postId ?? null}
    union select account_id::text from social.notification
    where seen_at is null and comment_id = ${commentId ?? null}
    union select notification.account_id::text from social.notification_actor as actor
    join social.notification as notification on notification.id = actor.notification_id
    where notification.seen_at is null and actor.comment_id = ${commentId ?? null}
    limit 1000`.execute(app.db);
  await announceCounters(app, ...rows.map(({ id }) => id));
}

const One = Type.Object({ id: Type.String() });

export const mailNotification = jobKind('social.mail-notification', One);
export const mailTicket = jobKind('social.mail-event-ticket', One);
export const pushNotification = jobKind('social.push-notification', One);
