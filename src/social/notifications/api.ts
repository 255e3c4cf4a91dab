import { type Static, Type } from 'typebox';
import { invalid, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done } from '../../platform/http/families/social.ts';
import { job, jobOf } from '../../platform/jobs/jobs.ts';
import { pushCall } from '../chat/calls/open-call.ts';
import { closePush, pushChatMessage, pushToReader } from '../chat/delivery/push.ts';
import type { Lists } from '../lists/list.ts';
import type { NotificationKind } from '../notify/kinds.ts';
import { mailNotification, pushNotification } from '../notify/notify.ts';
import { AuthorRecord, toAuthorRecord } from '../people/records.ts';
import { counterNames, isCounterName, resetCounter } from './counters.ts';
import { purgeOldNotifications, sendNotificationMail } from './mail.ts';
import { inWords, type Notification, notificationPath } from './notification.ts';
import { queueChatPushes, sendCallPush, sendChatPush, sendDismissPush, sendPush } from './push/send-push.ts';
import { savePushDevice } from './push/subscriptions.ts';
import { listNotifications } from './reading.ts';

const NotificationRecord = Type.Object(
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
type NotificationRecord = Static<typeof NotificationRecord>;

const actions: Readonly<Record<Exclude<NotificationKind, 'reaction'>, string>> = {
  friend_request: 'friend_add',
  friend_accept: 'friend_accept',
  follow_request: 'follow_request',
  follow_accept: 'follow_accept',
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
  event_day: 'event_day',
  event_hour: 'event_hour',
  event_place: 'event_place',
  event_ticket: 'event_ticket',
  event_change: 'event_change',
  event_cancel: 'event_cancel',
  group_post: 'group_post',
  case_assigned: 'case_assigned',
};

function toNotificationRecord(app: App, viewer: Viewer, notification: Notification): NotificationRecord {
  const { kind, reaction, actors, post, postId, commentId } = notification;
  // A page that acts is not a person.
  const user = notification.page && (kind === 'mention' || kind === 'share') ? undefined : actors[0];
  const url = `${app.config.plazaUrl}${notificationPath(notification, viewer)}`;
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

const member = operations('User and data', 'member');

export const notificationRoutes = [
  member.post({
    path: '/apis/php/data/reset',
    verb: resetCounter,
    summary: 'Reset a counter',
    description: `\`reset\` is one of ${counterNames.join(', ')}. Later notifications count again.`,
    body: Type.Object({ reset: Type.String({ maxLength: 40, description: counterNames.join(', ') }) }),
    returns: Done,
    example: { reset: 'notifications' },
    handle: async ({ app, viewer, body }) => {
      if (!isCounterName(body.reset))
        throw invalid(
          'reset',
          msg('reset must be one of {counterNames}', { counterNames: counterNames.join(', ') }),
        );
      await resetCounter(app, viewer, body.reset);
      return { message: 'Reset' };
    },
  }),
];

export const notificationLists: Lists = {
  notifications: {
    record: NotificationRecord,
    load: async (app, viewer, { offset }) => {
      const page = await listNotifications(app, viewer, offset);
      return {
        data: page.items.map((each) => toNotificationRecord(app, viewer, each)),
        has_more: page.hasMore,
      };
    },
  },
};

export const pushRoutes = [
  member.post({
    path: '/apis/php/user/onesignal',
    verb: savePushDevice,
    summary: 'Register this device for push notifications',
    description: 'Stored until the session ends. A new registration replaces the previous one of the device.',
    body: Type.Object({
      onesignal_id: Type.String({ maxLength: 200, description: 'The player ID from OneSignal' }),
    }),
    returns: Done,
    example: { onesignal_id: '0f1a3b52-9d2c-4f0e-8a51-2f6f3d1c7e90' },
    handle: async ({ app, viewer, caller, body }) => {
      await savePushDevice(app, viewer, caller.sessionId, body.onesignal_id);
      return { message: 'Kept' };
    },
  }),
];

export const notificationJobs = [
  jobOf(mailNotification, sendNotificationMail),
  jobOf(pushNotification, sendPush, { runner: 'network' }),
  jobOf(pushChatMessage, queueChatPushes),
  jobOf(pushToReader, sendChatPush, { runner: 'network' }),
  jobOf(closePush, sendDismissPush, { runner: 'network' }),
  jobOf(pushCall, sendCallPush, { runner: 'network' }),
  job('social.purge-old-notifications', Type.Object({}), purgeOldNotifications, { cron: '41 3 * * *' }),
];
