import { sql } from 'kysely';
import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, may, type Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import { showSuggestedPeople } from '../people/components.ts';
import { getProfiles, type Profile } from '../people/profile.ts';
import { choicesView, pushCard, unsubscribedView, unsubscribeView } from './choices-views.ts';
import {
  endMails,
  getChoices,
  parseUnsubscribeToken,
  parseNotificationForm,
  saveChoices,
} from './choices.ts';
import { getCounters, markNotificationsSeen, markRead } from './counters.ts';
import { kindsOf, notificationFilters, notificationPath } from './notification.ts';
import type { Notification, NotificationFilter } from './notification.ts';
import { addSubscription, endSubscriptions, listPushSubscriptions, vapidKeys } from './push/subscriptions.ts';
import { getNotification, listNotifications } from './reading.ts';
import { arrivals, notificationsView } from './views.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const Page = Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 }));
const Show = Type.Optional(Type.Enum([...notificationFilters]));
const Shown = Type.Object({ page: Page, show: Show });
const Token = Type.Object({ token: Type.String({ maxLength: 200, default: '' }) });

/** Shows the first page and marks it as seen. New notifications are still highlighted. */
async function showNotifications(
  app: App,
  viewer: Viewer,
  { page = 0, show }: { page?: number; show?: NotificationFilter | undefined },
) {
  // Marked before listing, so that a notification arriving in between is counted rather than missed.
  // A page without news writes nothing.
  if ((await getCounters(app, viewer)).notifications > 0) await markNotificationsSeen(app, viewer);
  const list = await listNotifications(app, viewer, page, show && kindsOf[show]);
  const requests = await getOpenRequests(app, viewer, list.items);
  return { ...list, page, show, requests, now: app.clock.now() };
}

const showChoices = async (app: App, viewer: Viewer, state: FormState = {}) =>
  choicesView(
    await getChoices(app, viewer.id),
    may(viewer, 'moderate') || may(viewer, 'operate'),
    state,
    pushCard(vapidKeys(app).publicKey, (await listPushSubscriptions(app, viewer.id)).length),
  );

export const notificationPages = [
  member.get({
    path: '/notifications',
    changesCounts: true,
    query: Shown,
    handle: async ({ app, viewer, query }) => {
      const [shown, aside] = await Promise.all([
        showNotifications(app, viewer, query),
        showSuggestedPeople(app, viewer),
      ]);
      return { ...notificationsView(shown), aside };
    },
  }),
  member.get({
    path: '/notifications/latest',
    query: Type.Object({ seen: Type.Optional(Type.String({ maxLength: 100 })), show: Show }),
    handle: async ({ app, viewer, query: { seen, show } }) =>
      arrivals(await showNotifications(app, viewer, { show }), seen),
  }),
  member.post({
    path: '/notifications/read',
    verb: markRead,
    handle: async ({ app, viewer }) => {
      await markRead(app, viewer);
      return redirect('/notifications');
    },
  }),
  member.get({
    path: '/notifications/:id',
    verb: markRead,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const notification = await getNotification(app, viewer, params.id);
      await markRead(app, viewer, notification.id);
      return redirect(notificationPath(notification, viewer));
    },
  }),
  anyone.get({
    path: '/notifications/unsubscribe',
    query: Token,
    handle: ({ app, query }) => {
      parseUnsubscribeToken(app, query.token);
      return unsubscribeView(query.token);
    },
  }),
  anyone.post({
    path: '/notifications/unsubscribe',
    verb: endMails,
    body: Token,
    handle: async ({ app, body }) => {
      await endMails(app, body.token);
      return unsubscribedView();
    },
  }),
  member.get({
    path: '/settings/notifications',
    handle: ({ app, viewer }) => showChoices(app, viewer),
  }),
  member.post({
    path: '/settings/notifications',
    verb: saveChoices,
    body: Type.Object({}, { additionalProperties: true }),
    handle: async ({ app, viewer, body }) => {
      await saveChoices(app, viewer.id, parseNotificationForm({ ...body }));
      return redirect('/settings/notifications', { kind: 'success', text: t('Saved') });
    },
    again: ({ app, viewer, body }, problem) => showChoices(app, viewer, refused(body, problem)),
  }),
];

/** Requests that the viewer can still accept or decline. */
export interface OpenRequests {
  /** Accounts with a pending friend request. */
  people: ReadonlyMap<string, Profile>;
  /** State of invitations to like a page, by page username. */
  pages: ReadonlyMap<string, 'open' | 'accepted' | 'declined'>;
}

async function getOpenRequests(
  app: App,
  viewer: Viewer,
  notifications: readonly Notification[],
): Promise<OpenRequests> {
  const asking = notifications.flatMap(({ kind, actors }) =>
    kind === 'friend_request' || kind === 'follow_request' ? actors.map(({ id }) => id) : [],
  );
  const invited = notifications.flatMap(({ kind, page }) =>
    kind === 'page_invitation' && page ? [page.username] : [],
  );
  const profiles = await getProfiles(app, viewer, [...new Set(asking)]);
  return {
    people: new Map(
      profiles
        .filter(({ relation }) => relation.friendship === 'asks' || relation.asksToFollowMe)
        .map((each) => [each.id, each]),
    ),
    pages: new Map(invited.length === 0 ? [] : await getInvitations(app, viewer, invited)),
  };
}

async function getInvitations(
  { db }: App,
  { id }: Viewer,
  usernames: readonly string[],
): Promise<(readonly [string, 'open' | 'accepted' | 'declined'])[]> {
  const rows = await db
    .selectFrom('social.page as page')
    .innerJoin('social.page_invitation as asked', 'asked.page_id', 'page.id')
    .where('page.username', '=', sql<string>`any(${usernames}::text[])`)
    .where('page.deleted_at', 'is', null)
    .where('asked.invited_id', '=', id)
    .groupBy(['page.id', 'page.username'])
    .select('page.username')
    .select([
      sql<boolean>`bool_or(asked.answered_at is null)`.as('isOpen'),
      sql<boolean>`exists (select from social.page_like as liked
        where liked.page_id = page.id and liked.account_id = ${id})`.as('isLiked'),
    ])
    .execute();
  return rows.map(({ username, isOpen, isLiked }) => [
    username,
    isOpen ? 'open' : isLiked ? 'accepted' : 'declined',
  ]);
}

const longText = Type.String({ maxLength: 2000, default: '' });

export const pushPages = [
  member.post({
    path: '/settings/notifications/push',
    verb: addSubscription,
    body: Type.Object({ endpoint: longText, p256dh: longText, auth: longText }),
    handle: async ({ app, viewer, caller, body }) => {
      await addSubscription(app, viewer, caller.sessionId, body);
      return redirect('/settings/notifications', {
        kind: 'success',
        text: t('Browser notifications turned on'),
      });
    },
  }),
  member.post({
    path: '/settings/notifications/push/end',
    verb: endSubscriptions,
    handle: async ({ app, viewer }) => {
      await endSubscriptions(app, viewer.id);
      return redirect('/settings/notifications', {
        kind: 'success',
        text: t('Browser notifications turned off'),
      });
    },
  }),
];
