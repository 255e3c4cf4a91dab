import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import type { FormState } from '../../web/form.ts';
import { refused } from '../../web/refused.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { readChoices, saveChoices } from './choices/choices.ts';
import { pushCard } from './push/views/push-card.ts';
import { listSubscriptions } from './push/subscriptions.ts';
import { vapidKeys } from './push/vapid.ts';
import { readForm } from './choices/choice-form.ts';
import { listNotifications, readNotification } from './list-notifications.ts';
import { markRead, markSeen } from './mark-read.ts';
import { targetOf } from './target.ts';
import { endMails, readUnsubscribeToken } from './unsubscribe.ts';
import { choicesView } from './views/choices-view.ts';
import { arrivals, notificationsView } from './views/notifications-view.ts';
import { unsubscribedView, unsubscribeView } from './views/unsubscribe-view.ts';

const Page = Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 }));
const Token = Type.Object({ token: Type.String({ maxLength: 200, default: '' }) });

/** The first page, which counts as looked at. What was new is still marked as such. */
async function look(app: App, viewer: Viewer, page = 0) {
  // First: what comes between the two is counted until the next look, rather than neither counted nor listed.
  await markSeen(app, viewer);
  const list = await listNotifications(app, viewer, page);
  return { ...list, page, now: app.clock.now() };
}

const showChoices = async (app: App, viewer: Viewer, state: FormState = {}) =>
  choicesView(
    await readChoices(app, viewer.id),
    state,
    pushCard(vapidKeys(app).publicKey, (await listSubscriptions(app, viewer.id)).length),
  );

export const notificationPages = [
  page({
    method: 'GET',
    path: '/notifications',
    access: 'member',
    query: Type.Object({ page: Page }),
    handle: async ({ app, viewer, query }) => notificationsView(await look(app, viewer, query.page)),
  }),
  page({
    method: 'GET',
    path: '/notifications/latest',
    access: 'member',
    query: Type.Object({ seen: Type.Optional(Type.String({ maxLength: 100 })) }),
    handle: async ({ app, viewer, query }) => arrivals(await look(app, viewer), query.seen),
  }),
  page({
    method: 'POST',
    path: '/notifications/read',
    access: 'member',
    handle: async ({ app, viewer }) => {
      await markRead(app, viewer);
      return redirect('/notifications');
    },
  }),
  page({
    method: 'GET',
    path: '/notifications/:id',
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const notification = await readNotification(app, viewer, params.id);
      await markRead(app, viewer, notification.id);
      return redirect(targetOf(notification, viewer));
    },
  }),
  page({
    method: 'GET',
    path: '/notifications/unsubscribe',
    access: 'anyone',
    query: Token,
    handle: ({ app, query }) => {
      readUnsubscribeToken(app, query.token);
      return unsubscribeView(query.token);
    },
  }),
  page({
    method: 'POST',
    path: '/notifications/unsubscribe',
    access: 'anyone',
    body: Token,
    handle: async ({ app, body }) => {
      await endMails(app, body.token);
      return unsubscribedView;
    },
  }),
  page({
    method: 'GET',
    path: '/settings/notifications',
    access: 'member',
    handle: ({ app, viewer }) => showChoices(app, viewer),
  }),
  page({
    method: 'POST',
    path: '/settings/notifications',
    access: 'member',
    body: Type.Object({}, { additionalProperties: true }),
    handle: async ({ app, viewer, body }) => {
      await saveChoices(app, viewer.id, readForm({ ...body }));
      return redirect('/settings/notifications', { kind: 'success', text: 'Saved' });
    },
    again: ({ app, viewer, body }, problem) => showChoices(app, viewer, refused(body, problem)),
  }),
];
