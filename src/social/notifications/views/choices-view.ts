import { t } from '../../../kernel/translation/translate.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { card } from '../../../web/components/card.ts';
import { table } from '../../../web/components/table.ts';
import { form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { checkboxName, type Channel } from '../choices/choice-form.ts';
import type { Choices } from '../choices/choices.ts';
import { notificationKinds, type NotificationKind } from '../../notify/kinds.ts';

const titles = (): Readonly<Record<NotificationKind, string>> => ({
  friend_request: t('Friend requests'),
  friend_accept: t('Accepted friend requests'),
  follow: t('New followers'),
  comment: t('Comments on your posts'),
  reply: t('Replies to your comments'),
  reaction: t('Reactions'),
  mention: t('Mentions'),
  share: t('Shares of your posts'),
  thread: t('Replies in threads you follow'),
  answer: t('Answers to questions you follow'),
  accepted: t('Accepted answers'),
  page_invitation: t('Page invitations'),
  page_role: t('Page team invitations'),
  agent: t('Approved agents'),
  published: t('Scheduled posts'),
  term: t('Glossary suggestions'),
  appeal: t('Appeal decisions'),
  decision: t('Moderation decisions'),
  report: t('Report outcomes'),
  money: t('Wallet and earnings activity'),
});

const columns = (): readonly {
  way: Channel;
  label: string;
  isOn: (choices: Choices, kind: NotificationKind) => boolean;
}[] => [
  { way: 'page', label: t('In app'), isOn: (choices, kind) => choices[kind].onPage },
  { way: 'mail', label: t('Email'), isOn: (choices, kind) => choices[kind].byMail },
  { way: 'push', label: t('Push'), isOn: (choices, kind) => choices[kind].byPush },
];

/** Notification settings by kind and channel. `push`: the settings of this browser. */
export const choicesView = (choices: Choices, state: FormState, push: Html): View =>
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
        body: table({
          caption: t('Notification settings'),
          isCompact: true,
          rows: notificationKinds,
          columns: [
            { label: t('When'), main: true, cell: (kind) => titles()[kind] },
            ...columns().map(({ way, label, isOn }) => ({
              label,
              cell: (kind: NotificationKind) => box(kind, way, label, isOn(choices, kind)),
            })),
          ],
        }),
      }),
    })}
    ${push}`,
  );

const box = (kind: NotificationKind, way: Channel, label: string, checked: boolean): Html =>
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
