import { t } from '../../../kernel/translation/translate.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { icon } from '../../../web/components/icon.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { buttonForm } from '../../../web/form.ts';
import { attributes, classes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { NotificationKind } from '../../notify/kinds.ts';
import type { PageOfNotifications } from '../list-notifications.ts';
import type { Notification } from '../notification.ts';
import { toSentence } from '../sentence.ts';

interface Options extends PageOfNotifications {
  page: number;
  now: Date;
}

const icons: Readonly<Record<NotificationKind, IconName>> = {
  friend_request: 'user-plus',
  friend_accept: 'user-check',
  follow: 'user',
  comment: 'message-circle',
  reply: 'reply',
  reaction: 'heart',
  mention: 'at-sign',
  share: 'repeat-2',
  thread: 'messages-square',
  answer: 'circle-question-mark',
  accepted: 'circle-check',
  page_invitation: 'flag',
  page_role: 'users',
  agent: 'bot',
  published: 'clock',
  term: 'book-open',
  appeal: 'scale',
  decision: 'shield',
  report: 'flag',
  money: 'wallet',
};

/** What one is told, with what was not read yet marked. Without scripts, loading it again shows what came. */
export function notificationsView(options: Options): View {
  const { items: notifications, hasMore, page } = options;
  const href = (page: number) => `/notifications?page=${page}`;
  return {
    title: t('Notifications'),
    section: 'notifications',
    body: html`${pageHeader({
      title: t('Notifications'),
      actions: html`${
        notifications.some(({ readAt }) => readAt === null) &&
        buttonForm({
          to: '/notifications/read',
          label: t('Mark all as read'),
          icon: 'check',
          small: true,
        })
      }
      ${linkButton({ label: t('Notification settings'), href: '/settings/notifications', icon: 'settings', small: true })}`,
    })}
    ${page === 0 ? arrivals(options) : list(options)}
    ${olderNewer({ newer: page > 0 && href(page - 1), older: hasMore && href(page + 1) })}`,
  };
}

/** The newest, which an open page asks for when the live stream says so; empty when they are as it has `seen` them. */
export function arrivals(options: Options, seen?: string): Html {
  const version = options.items
    .map(({ id, at, readAt }) => `${id}.${at.getTime()}${readAt ? 'r' : ''}`)
    .join('-')
    .slice(0, 90);
  if (seen === version) return html``;
  return html`<div
    id="notifications"
    ${attributes({
      'data-controller': 'refresh',
      'data-refresh-address-value': '/notifications/latest',
      'data-refresh-event-value': 'notification',
      'data-refresh-version-value': version,
    })}
  >
    ${list(options)}
  </div>`;
}

function list({ items: notifications, now }: Options): Html {
  if (notifications.length === 0) return card({ body: empty() });
  return card({
    flush: true,
    body: html`<ul class="stack" aria-label="Notifications">
      ${notifications.map((each) => row(each, now))}
    </ul>`,
  });
}

const empty = () =>
  emptyState({
    illustration: 'quiet',
    title: t('Nothing yet'),
    text: t('Followers, friend requests, replies and reactions will appear here.'),
    action: linkButton({ label: t('Find people'), href: '/people' }),
  });

function row(notification: Notification, now: Date): Html {
  const { id, kind, actors, excerpt, at, readAt } = notification;
  const { who, what } = toSentence(notification);
  const [first] = actors;
  const isNamed = excerpt === '' || what.includes(`“${excerpt}”`);
  return html`<li class="${classes('notification', readAt === null && 'unread')}">
    <span class="notification-face">
      ${first ? avatar(first) : html`<span class="notification-place">${icon('shield')}</span>`}
      ${first && html`<span class="notification-kind" data-kind="${kind}">${icon(icons[kind])}</span>`}
    </span>
    <div>
      <p>
        <a href="/notifications/${id}" data-turbo-prefetch="false"
          >${who !== '' && html`<b>${who}</b> `}${what}</a
        >
      </p>
      ${!isNamed && html`<p class="notification-excerpt" dir="auto">${excerpt}</p>`}
      <p class="notification-when">
        ${relativeTime(at, now)}${readAt === null && html` <span class="visually-hidden">not read</span>`}
      </p>
    </div>
  </li>`;
}
