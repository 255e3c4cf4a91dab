import { t } from '../../../kernel/translation/translate.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { card } from '../../../web/components/card.ts';
import { table } from '../../../web/components/table.ts';
import { form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { boxOf, type Way } from '../choices/choice-form.ts';
import type { Choices } from '../choices/choices.ts';
import { notificationKinds, type NotificationKind } from '../../notify/kinds.ts';

const titles: Readonly<Record<NotificationKind, string>> = {
  friend_request: 'Friend requests',
  friend_accept: 'Accepted friend requests',
  follow: 'New followers',
  comment: 'Comments on your posts',
  reply: 'Replies to your comments',
  reaction: 'Reactions',
  mention: 'Mentions',
  share: 'Shares of your posts',
  thread: 'Replies in threads you follow',
  answer: 'Answers to questions you follow',
  accepted: 'Accepted answers',
  page_invitation: 'Page invitations',
  page_role: 'Page team invitations',
  agent: 'Approved agents',
  published: 'Scheduled posts',
  term: 'Glossary suggestions',
  appeal: 'Appeal decisions',
  decision: 'Moderation decisions',
  report: 'Report outcomes',
  money: 'Money moves in your wallet or your earnings',
};

const columns = (): readonly {
  way: Way;
  label: string;
  isOn: (choices: Choices, kind: NotificationKind) => boolean;
}[] => [
  { way: 'page', label: t('In app'), isOn: (choices, kind) => choices[kind].onPage },
  { way: 'mail', label: t('Email'), isOn: (choices, kind) => choices[kind].byMail },
  { way: 'push', label: t('Browser notifications'), isOn: (choices, kind) => choices[kind].byPush },
];

/** What somebody wants to be told of, and how. `push`: what can be done about this browser. */
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
          rows: notificationKinds,
          columns: [
            { label: t('When'), main: true, cell: (kind) => titles[kind] },
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

const box = (kind: NotificationKind, way: Way, label: string, checked: boolean): Html =>
  html`<input
    class="checkbox"
    ${attributes({
      type: 'checkbox',
      id: boxOf(kind, way),
      name: boxOf(kind, way),
      value: 'on',
      checked,
      'aria-label': `${titles[kind]}: ${label}`,
    })}
  />`;
