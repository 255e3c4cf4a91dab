import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { AuthorRecord, toAuthorRecord } from '../people/user-record.ts';
import type { NotificationKind } from './kinds.ts';
import type { Notification } from './notification.ts';
import { inWords } from './sentence.ts';
import { targetOf } from './target.ts';

export const NotificationRecord = Type.Object({
  notification_id: Type.String(),
  action: Type.String({
    description:
      'friend_add, friend_accept, follow, comment, mention, react_ and the reaction, react, decision, report',
  }),
  node_type: Type.String({ description: 'post, comment, user, or empty' }),
  node_id: Type.String(),
  node_url: Type.String({ description: 'Absolute address of what it is about' }),
  url: Type.String({ description: 'The same' }),
  message: Type.String(),
  icon: Type.String(),
  seen: Type.String({ description: '"1" or "0"' }),
  read: Type.String({ description: '"1" or "0"' }),
  time: Type.String({ description: 'ISO 8601' }),
  users_count: Type.Integer({ description: 'How many people did it' }),
  user: Type.Union([AuthorRecord, Type.Null()], { description: 'The last one who did it' }),
});
export type NotificationRecord = Static<typeof NotificationRecord>;

const actions: Readonly<Record<Exclude<NotificationKind, 'reaction'>, string>> = {
  friend_request: 'friend_add',
  friend_accept: 'friend_accept',
  follow: 'follow',
  comment: 'comment',
  mention: 'mention',
  decision: 'decision',
  report: 'report',
};

export function toNotificationRecord(
  app: App,
  viewer: Viewer,
  notification: Notification,
): NotificationRecord {
  const { kind, reaction, actors, postId, commentId } = notification;
  const [user] = actors;
  const url = `${app.config.plazaUrl}${targetOf(notification, viewer)}`;
  const node = commentId ?? postId;
  return {
    notification_id: notification.id,
    action: kind === 'reaction' ? `react${reaction === null ? '' : `_${reaction}`}` : actions[kind],
    node_type: commentId !== null ? 'comment' : postId !== null ? 'post' : user ? 'user' : '',
    node_id: node ?? user?.id ?? '',
    node_url: url,
    url,
    message: inWords(notification),
    icon: kind,
    seen: notification.seenAt === null ? '0' : '1',
    read: notification.readAt === null ? '0' : '1',
    time: notification.at.toISOString(),
    users_count: notification.count,
    user: user ? toAuthorRecord(app, user) : null,
  };
}
