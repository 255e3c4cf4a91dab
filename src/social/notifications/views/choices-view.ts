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
  friend_request: 'Somebody asks to be friends',
  friend_accept: 'Somebody says yes to being friends',
  follow: 'Somebody follows you',
  comment: 'Somebody comments on your post',
  reply: 'Somebody answers your comment',
  reaction: 'Somebody reacts to what you wrote',
  mention: 'Somebody mentions you',
  share: 'Somebody shares what you wrote',
  thread: 'Somebody writes in a thread that you follow',
  answer: 'Somebody answers a question that you follow',
  accepted: 'Your answer is accepted',
  page_invitation: 'Somebody invites you to like a page',
  page_role: 'You are made part of a page’s team',
  agent: 'An agent is approved to act as you',
  published: 'What you planned is published',
  term: 'Your suggestion for the glossary is decided',
  appeal: 'What you asked to be looked at again is decided',
  decision: 'A moderator decides about what you wrote',
  report: 'A moderator looked at what you reported',
  money: 'Money moves in your wallet or your earnings',
};

const columns: readonly {
  way: Way;
  label: string;
  isOn: (choices: Choices, kind: NotificationKind) => boolean;
}[] = [
  { way: 'page', label: 'Here', isOn: (choices, kind) => choices[kind].onPage },
  { way: 'mail', label: 'By mail', isOn: (choices, kind) => choices[kind].byMail },
  { way: 'push', label: 'In the browser', isOn: (choices, kind) => choices[kind].byPush },
];

/** What somebody wants to be told of, and how. `push`: what can be done about this browser. */
export const choicesView = (choices: Choices, state: FormState, push: Html): View =>
  settings(
    'Notifications',
    '/settings/notifications',
    html`${card({
      title: 'What you hear of',
      lead: 'Mail about the safety of your account always comes.',
      body: form({
        action: '/settings/notifications',
        submit: 'Save',
        state,
        body: table({
          caption: 'What you hear of, and how',
          rows: notificationKinds,
          columns: [
            { label: 'When', main: true, cell: (kind) => titles[kind] },
            ...columns.map(({ way, label, isOn }) => ({
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
