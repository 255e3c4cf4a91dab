import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import type { FormState } from '../../web/form.ts';
import { refused } from '../../web/refused.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { getChoices, saveChoices } from './choices/choices.ts';
import { pushCard } from './push/views/push-card.ts';
import { listSubscriptions } from './push/subscriptions.ts';
import { vapidKeys } from './push/vapid.ts';
import { parseForm } from './choices/choice-form.ts';
import { showSuggestedPeople } from '../people/show-suggested-people.ts';
import { kindsOf, notificationFilters, type NotificationFilter } from './filters.ts';
import { listNotifications, getNotification } from './list-notifications.ts';
import { markRead, markSeen } from './mark-read.ts';
import { getOpenRequests } from './open-requests.ts';
import { targetOf } from './target.ts';
import { endMails, getUnsubscribeToken } from './unsubscribe.ts';
import { choicesView } from './views/choices-view.ts';
import { arrivals, notificationsView } from './views/notifications-view.ts';
import { unsubscribedView, unsubscribeView } from './views/unsubscribe-view.ts';

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
  await markSeen(app, viewer);
  const list = await listNotifications(app, viewer, page, show && kindsOf[show]);
  const requests = await getOpenRequests(app, viewer, list.items);
  return { ...list, page, show, requests, now: app.clock.now() };
}

const showChoices = async (app: App, viewer: Viewer, state: FormState = {}) =>
  choicesView(
    await getChoices(app, viewer.id),
    state,
    pushCard(vapidKeys(app).publicKey, (await listSubscriptions(app, viewer.id)).length),
  );

export const notificationPages = [
  member.get({
    path: '/notifications',
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
    handle: async ({ app, viewer }) => {
      await markRead(app, viewer);
      return redirect('/notifications');
    },
  }),
  member.get({
    path: '/notifications/:id',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const notification = await getNotification(app, viewer, params.id);
      await markRead(app, viewer, notification.id);
      return redirect(targetOf(notification, viewer));
    },
  }),
  anyone.get({
    path: '/notifications/unsubscribe',
    query: Token,
    handle: ({ app, query }) => {
      getUnsubscribeToken(app, query.token);
      return unsubscribeView(query.token);
    },
  }),
  anyone.post({
    path: '/notifications/unsubscribe',
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
    body: Type.Object({}, { additionalProperties: true }),
    handle: async ({ app, viewer, body }) => {
      await saveChoices(app, viewer.id, parseForm({ ...body }));
      return redirect('/settings/notifications', { kind: 'success', text: t('Saved') });
    },
    again: ({ app, viewer, body }, problem) => showChoices(app, viewer, refused(body, problem)),
  }),
];
