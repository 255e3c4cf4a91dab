import { Type } from 'typebox';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { t } from '../../web/translation/translate.ts';
import { unsubscribePages } from '../unsubscribe-pages.ts';
import { pathOfNewsletter } from './newsletter.ts';
import {
  confirmSubscription,
  readConfirmation,
  readUnsubscribeToken,
  unsubscribeByToken,
} from './subscribing.ts';
import { followLink, getPreferences, recordOpen, setTrackingByToken } from './tracking.ts';
import { askConfirmView, doneView, preferencesView } from './views/mail-views.ts';

const anyone = pagesFor('anyone');
export const shortText = (maxLength: number) => Type.String({ maxLength, default: '' });
/** Not sent unless it is on. A default would be sent. */
export const Switch = Type.Optional(Type.String({ maxLength: 10 }));
export const TrackingForm = Type.Object({ tracking: Switch });
const Token = Type.Object({ token: shortText(200) });
/** One transparent pixel. */
const emptyImage = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** What the links and the image in a mail lead to. */
export const mailPages = [
  anyone.get({
    path: '/newsletters/confirm',
    query: Token,
    handle: async ({ app, query }) => askConfirmView(query.token, await readConfirmation(app, query.token)),
  }),
  anyone.post({
    path: '/newsletters/confirm',
    verb: confirmSubscription,
    query: Token,
    body: TrackingForm,
    handle: async ({ app, query, body }) => {
      const { title, newsletterId } = await readConfirmation(app, query.token);
      await confirmSubscription(app, query.token, { allowsTracking: body.tracking !== undefined });
      return doneView(t('Subscribed'), t('You get {title} by email from now on.', { title }), {
        label: t('Past issues'),
        href: pathOfNewsletter({ id: newsletterId }),
      });
    },
  }),
  ...unsubscribePages({
    path: '/newsletters/unsubscribe',
    end: unsubscribeByToken,
    check: readUnsubscribeToken,
    lead: () => t('You will no longer get this newsletter.'),
  }),
  anyone.get({
    path: '/newsletters/preferences',
    query: Token,
    handle: async ({ app, query }) => preferencesView(query.token, await getPreferences(app, query.token)),
  }),
  anyone.post({
    path: '/newsletters/preferences',
    verb: setTrackingByToken,
    query: Token,
    body: TrackingForm,
    handle: async ({ app, query, body }) => {
      await setTrackingByToken(app, query.token, body.tracking !== undefined);
      return redirect(`/newsletters/preferences?token=${query.token}`, { kind: 'success', text: t('Saved') });
    },
  }),
  anyone.get({
    path: '/newsletters/open',
    verb: recordOpen,
    query: Token,
    handle: async ({ app, query }) => {
      await recordOpen(app, query.token);
      return { type: 'image/gif', body: emptyImage, headers: { 'cache-control': 'private, no-store' } };
    },
  }),
  anyone.get({
    path: '/newsletters/click',
    verb: followLink,
    query: Token,
    handle: async ({ app, query }) => redirect(await followLink(app, query.token)),
  }),
];
