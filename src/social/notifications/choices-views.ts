import { settings } from '../../identity/components/settings-frame.ts';
import { t } from '../../web/translation/translate.ts';
import { button, linkButton } from '../../web/components/controls.ts';
import { card, pageHeader, table } from '../../web/components/surfaces.ts';
import { buttonForm, form, type FormState } from '../../web/form.ts';
import { attributes, html, type Html, type View } from '../../web/html.ts';
import { type NotificationKind, notificationKinds } from '../notify/kinds.ts';
import { type NotificationChannel, checkboxName, type NotificationChoices } from './choices.ts';

const titles = (): Readonly<Record<NotificationKind, string>> => ({
  friend_request: t('Friend requests'),
  friend_accept: t('Accepted friend requests'),
  follow_request: t('Follow requests'),
  follow_accept: t('Accepted follow requests'),
  follow: t('New followers'),
  comment: t('Comments on your posts'),
  reply: t('Replies to your comments'),
  reaction: t('Reactions'),
  mention: t('Mentions'),
  share: t('Shares of your posts'),
  thread: t('Replies in threads you follow'),
  answer: t('Answers to questions you follow'),
  accepted: t('Accepted answers and solutions'),
  page_invitation: t('Page invitations'),
  page_role: t('Page team invitations'),
  agent: t('Approved agents'),
  published: t('Scheduled posts'),
  term: t('Glossary suggestions'),
  appeal: t('Appeal decisions'),
  decision: t('Moderation decisions'),
  report: t('Report outcomes'),
  money: t('Wallet and earnings activity'),
  event_day: t('Events a day before'),
  event_hour: t('Events an hour before'),
  event_place: t('Places from waiting lists of events'),
  event_ticket: t('Your places at events, with the ticket'),
  event_change: t('Changed events'),
  event_cancel: t('Canceled events'),
  group_post: t('Posts in groups, as each group says'),
  case_assigned: t('Moderation cases assigned to you'),
});

const columns = (): readonly {
  way: NotificationChannel;
  label: string;
  isOn: (choices: NotificationChoices, kind: NotificationKind) => boolean;
}[] => [
  { way: 'page', label: t('In app'), isOn: (choices, kind) => choices[kind].onPage },
  { way: 'mail', label: t('Email'), isOn: (choices, kind) => choices[kind].byMail },
  { way: 'push', label: t('Push'), isOn: (choices, kind) => choices[kind].byPush },
];

/** Notification settings by kind and channel. `push`: the settings of this browser. */
export const choicesView = (
  choices: NotificationChoices,
  isModerator: boolean,
  state: FormState,
  push: Html,
): View =>
  settings(
    t('Notifications'),
    '/settings/notifications',
    html`${card({
      title: t('Notifications'),
      lead: t('Security emails are always sent.'),
      body: form({
        action: '/settings/notifications',
        submit: t('Save'),
        state,
        body: html`${!isModerator && [...forModerators].map((kind) => unchanged(choices, kind))}
        ${table({
          caption: t('Notification settings'),
          isCompact: true,
          rows: notificationKinds.filter((kind) => isModerator || !forModerators.has(kind)),
          columns: [
            { label: t('When'), main: true, cell: (kind) => titles()[kind] },
            ...columns().map(({ way, label, isOn }) => ({
              label,
              cell: (kind: NotificationKind) => box(kind, way, label, isOn(choices, kind)),
            })),
          ],
        })}`,
      }),
    })}
    ${push}`,
  );

const forModerators: ReadonlySet<NotificationKind> = new Set(['case_assigned']);

/** What is not shown remains as it was. */
const unchanged = (choices: NotificationChoices, kind: NotificationKind): Html[] =>
  columns().flatMap(({ way, isOn }) =>
    isOn(choices, kind) ? [html`<input type="hidden" name="${checkboxName(kind, way)}" value="on" />`] : [],
  );

const box = (kind: NotificationKind, way: NotificationChannel, label: string, checked: boolean): Html =>
  html`<input
    class="checkbox"
    ${attributes({
      type: 'checkbox',
      id: checkboxName(kind, way),
      name: checkboxName(kind, way),
      value: 'on',
      checked,
      'aria-label': `${titles()[kind]}: ${label}`,
    })}
  />`;

/** Card to subscribe this browser, or to end all push subscriptions. */
export const pushCard = (publicKey: string, browsers: number): Html =>
  card({
    title: t('Browser notifications'),
    lead:
      browsers === 0
        ? t('Get notified while Plaza is closed.')
        : t('{browsers, plural, one {# browser is} other {# browsers are}} notified while Plaza is closed.', {
            browsers,
          }),
    body: html`<form
        class="form needs-script"
        action="/settings/notifications/push"
        method="post"
        data-controller="push"
        data-push-key-value="${publicKey}"
        data-action="submit->push#subscribe"
      >
        <input type="hidden" name="endpoint" data-push-target="field" />
        <input type="hidden" name="p256dh" data-push-target="field" />
        <input type="hidden" name="auth" data-push-target="field" />
        ${button({ label: t('Turn on browser notifications'), icon: 'bell' })}
        <p class="field-hint" role="alert" data-push-target="refusal" hidden>
          Notifications are blocked in this browser. Check its settings for this site.
        </p>
      </form>
      ${
        browsers > 0 &&
        buttonForm({
          to: '/settings/notifications/push/end',
          label: t('Turn off in all browsers'),
          small: true,
        })
      }
      <noscript><p>Browser notifications need JavaScript.</p></noscript>`,
  });

/** Asks for confirmation, because mail clients prefetch links. */
export const unsubscribeView = (token: string): View => ({
  title: t('Unsubscribed'),
  shape: 'plain',
  body: html`${pageHeader({
    title: t('Unsubscribe?'),
    lead: t('You will no longer get notification emails. Security emails are still sent.'),
  })}
  ${buttonForm({ to: '/notifications/unsubscribe', label: t('Unsubscribe'), kind: 'primary', fields: { token } })}`,
});

export const unsubscribedView = (): View => ({
  title: t('Unsubscribed'),
  shape: 'plain',
  body: html`${pageHeader({
    title: t('Unsubscribed'),
    lead: t('You will no longer get notification emails. You can change this in your settings.'),
  })}
  ${linkButton({ label: t('Go to settings'), href: '/settings/notifications' })}`,
});
