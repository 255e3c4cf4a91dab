import { Type } from 'typebox';
import { job, jobOf } from '../../platform/jobs.ts';
import { mailNotification, pushNotification } from '../notify/notify.ts';
import { closePush, pushChatMessage, pushToReader } from '../chat/push/push-job.ts';
import { queueChatPushes, sendChatPush, sendDismissPush } from './push/send-chat-push.ts';
import { pushCall } from '../chat/calls/call-jobs.ts';
import { sendCallPush } from './push/send-call-push.ts';
import { sendPush } from './push/send-push.ts';
import { purgeOldNotifications } from './purge-old.ts';
import { sendNotificationMail } from './mail-notification.ts';

export const notificationJobs = [
  jobOf(mailNotification, sendNotificationMail),
  jobOf(pushNotification, sendPush, { runner: 'network' }),
  jobOf(pushChatMessage, queueChatPushes),
  jobOf(pushToReader, sendChatPush, { runner: 'network' }),
  jobOf(closePush, sendDismissPush, { runner: 'network' }),
  jobOf(pushCall, sendCallPush, { runner: 'network' }),
  job('social.purge-old-notifications', Type.Object({}), purgeOldNotifications, { cron: '41 3 * * *' }),
];
