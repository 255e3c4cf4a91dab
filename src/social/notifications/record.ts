import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { AuthorRecord, toAuthorRecord } from '../people/records/user-record.ts';
import type { NotificationKind } from '../notify/kinds.ts';
import type { Notification } from './notification.ts';
import { inWords } from './sentence.ts';
import { targetOf } from './target.ts';

export const NotificationRecord = Type.Object(
  {
    notification_id: Type.String(),
    action: Type.String({
      description:
        'friend_add, friend_accept, follow, comment, reply, mention, share, forum_reply, answer, answer_accepted, page_invitation, page_admin_addation, published, term, appeal, react_ and the reaction, react, decision, report, money',
    }),
    node_type: Type.String({ description: 'post, comment, page, user, or empty; for a post its kind' }),
    node_id: Type.String(),
    node_url: Type.String({ description: 'Absolute URL of the subject' }),
    url: Type.String({ description: "Alias of the subject's URL" }),
    message: Type.String(),
    icon: Type.String(),
    seen: Type.String({ description: '"1" or "0"' }),
    read: Type.String({ description: '"1" or "0"' }),
    time: Type.String({ description: 'ISO 8601' }),
    users_count: Type.Integer({ description: 'Number of actors' }),
    user: Type.Union([AuthorRecord, Type.Null()], { description: 'The latest actor' }),
  },
  { title: 'Notification' },
);
export type NotificationRecord = Static<typeof NotificationRecord>;

const actions: Readonly<Record<Exclude<NotificationKind, 'reaction'>, string>> = {
  friend_request: 'friend_add',
  friend_accept: 'friend_accept',
  follow: 'follow',
  comment: 'comment',
  reply: 'reply',
  mention: 'mention',
  share: 'share',
  thread: 'forum_reply',
  answer: 'answer',
  accepted: 'answer_accepted',
  page_invitation: 'page_invitation',
  page_role: 'page_admin_addation',
  agent: 'agent_approved',
  published: 'published',
  term: 'term',
  appeal: 'appeal',
  money: 'money',
  decision: 'decision',
  report: 'report',
};

export function toNotificationRecord(
  app: App,
  viewer: Viewer,
  notification: Notification,
): NotificationRecord {
  const { kind, reaction, actors, post, postId, commentId } = notification;
  // A page that acts is not a person.
  const user = notification.page && (kind === 'mention' || kind === 'share') ? undefined : actors[0];
  const url = `${app.config.plazaUrl}${targetOf(notification, viewer)}`;
  const node = commentId ?? postId;
  return {
    notification_id: notification.id,
    action: kind === 'reaction' ? `react${reaction === null ? '' : `_${reaction}`}` : actions[kind],
    node_type:
      commentId !== null ? 'comment' : post ? post.kind : notification.page ? 'page' : user ? 'user' : '',
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
