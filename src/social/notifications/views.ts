import { t } from '../../web/translation/translate.ts';
import { avatar } from '../../web/components/people.ts';
import { linkButton, icon } from '../../web/components/controls.ts';
import { card, emptyState, pageHeader, relativeTime } from '../../web/components/surfaces.ts';
import type { IconName } from '../../web/components/icon-names.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { buttonForm } from '../../web/form.ts';
import { attributes, classes, type Fragment, html, type Html, type View } from '../../web/html.ts';
import type { NotificationKind } from '../notify/kinds.ts';
import { relationButtons } from '../people/components.ts';
import { filterNames, notificationFilters, toSentence } from './notification.ts';
import type { Notification, NotificationFilter } from './notification.ts';
import type { OpenRequests } from './pages.ts';
import type { PageOfNotifications } from './reading.ts';

interface Options extends PageOfNotifications {
  page: number;
  /** Undefined for all. */
  show: NotificationFilter | undefined;
  requests: OpenRequests;
  now: Date;
}

const icons: Readonly<Record<NotificationKind, IconName>> = {
  friend_request: 'user-plus',
  friend_accept: 'user-check',
  follow_request: 'user-plus',
  follow_accept: 'user-check',
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
  event_day: 'calendar',
  event_hour: 'calendar',
  event_place: 'calendar',
  event_ticket: 'calendar',
  event_change: 'calendar',
  event_cancel: 'calendar',
  group_post: 'users',
  case_assigned: 'shield',
};

/** The notification list with unread ones highlighted. Without scripts, reloading shows new ones. */
export function notificationsView(options: Options): View {
  const { items: notifications, hasMore, page, show } = options;
  const href = (page: number) => addressOf(show, page);
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
      ${linkButton({
        label: t('Settings'),
        href: '/settings/notifications',
        icon: 'settings',
        small: true,
        data: { 'aria-label': t('Notification settings') },
      })}`,
    })}
    ${tabs(t('Show'), [
      { label: t('All'), href: addressOf(undefined), current: show === undefined },
      ...notificationFilters.map((filter) => ({
        label: filterNames()[filter],
        href: addressOf(filter),
        current: show === filter,
      })),
    ])}
    ${page === 0 ? arrivals(options) : list(options)}
    ${olderNewer({ newer: page > 0 && href(page - 1), older: hasMore && href(page + 1) })}`,
  };
}

function addressOf(show: NotificationFilter | undefined, page = 0): string {
  const query = new URLSearchParams({
    ...(show && { show }),
    ...(page > 0 && { page: String(page) }),
  }).toString();
  return query === '' ? '/notifications' : `/notifications?${query}`;
}

/** The newest notifications, fetched by an open page on a live event. Empty if unchanged since `seen`. */
export function arrivals(options: Options, seen?: string): Html {
  const version = options.items
    .map(({ id, at, readAt }) => `${id}.${at.getTime()}${readAt ? 'r' : ''}`)
    .join('-')
    .slice(0, 90);
  if (seen === version) return html``;
  return html`<div
    class="notification-list"
    id="notifications"
    ${attributes({
      'data-controller': 'refresh',
      'data-refresh-address-value': `/notifications/latest${options.show ? `?show=${options.show}` : ''}`,
      'data-refresh-event-value': 'notification',
      'data-refresh-version-value': version,
    })}
  >
    ${list(options)}
  </div>`;
}

function list({ items: notifications, show, requests, now }: Options): Html {
  if (notifications.length === 0) return card({ body: show === undefined ? empty() : emptyFilter() });
  return card({
    flush: true,
    body: html`<ul class="stack" aria-label="Notifications">
      ${notifications.map((each) => row(each, requests, now))}
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

const emptyFilter = () =>
  emptyState({
    illustration: 'quiet',
    title: t('No notifications yet'),
    text: t('No notifications of this kind.'),
    action: linkButton({ label: t('Show all'), href: '/notifications' }),
  });

function row(notification: Notification, requests: OpenRequests, now: Date): Html {
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
      ${answers(notification, requests)}
      <p class="notification-when">
        ${relativeTime(at, now)}${readAt === null && html` <span class="visually-hidden">unread</span>`}
      </p>
    </div>
  </li>`;
}

/** Buttons to accept or decline a pending request in place. */
function answers({ id, kind, actors, page }: Notification, { people, pages }: OpenRequests): Fragment {
  if (kind === 'friend_request' || kind === 'follow_request')
    return actors.flatMap(({ id, name }) => {
      const profile = people.get(id);
      if (!profile) return [];
      return [
        html`<div class="notification-answer">
          ${actors.length > 1 && html`<span>${name}</span>`}${relationButtons(profile)}
        </div>`,
      ];
    });
  if (kind !== 'page_invitation' || !page) return false;
  const state = pages.get(page.username);
  if (!state) return false;
  const answer = (word: 'accept' | 'decline', label: string) =>
    buttonForm({
      to: `/pages/${page.username}/invitation`,
      fields: { do: word, back: 'notifications' },
      label,
      icon: word === 'accept' ? 'check' : 'x',
      kind: word === 'accept' ? 'primary' : 'quiet',
      small: true,
    });
  const words = { accepted: t('Accepted'), declined: t('Declined') };
  return html`<turbo-frame class="notification-answer" id="invitation-${id}">
    ${
      state === 'open'
        ? html`${answer('accept', t('Accept'))} ${answer('decline', t('Decline'))}`
        : html`<span>${words[state]}</span>`
    }
  </turbo-frame>`;
}
