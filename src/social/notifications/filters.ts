import { t } from '../../kernel/translation/translate.ts';
import type { NotificationKind } from '../notify/kinds.ts';

/** Filters of the notification list, in tab order. */
export const notificationFilters = ['mentions', 'replies', 'requests', 'reactions', 'money'] as const;
export type NotificationFilter = (typeof notificationFilters)[number];

export const filterNames = (): Readonly<Record<NotificationFilter, string>> => ({
  mentions: t('Mentions'),
  replies: t('Replies'),
  requests: t('Requests'),
  reactions: t('Reactions'),
  money: t('Money'),
});

export const kindsOf: Readonly<Record<NotificationFilter, readonly NotificationKind[]>> = {
  mentions: ['mention'],
  replies: ['comment', 'reply', 'thread', 'answer', 'accepted'],
  requests: ['friend_request', 'page_invitation'],
  reactions: ['reaction', 'share'],
  money: ['money'],
};
