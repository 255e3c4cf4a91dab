import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { sendPush } from '../push/send-push.ts';
import { forgetOldNotifications } from './forget-old.ts';
import { sendNotificationMail } from './mail-notification.ts';

const One = Type.Object({ id: Type.String() });

export const mailNotification = job('social.mail-notification', One, sendNotificationMail);
export const pushNotification = job('social.push-notification', One, sendPush, { runner: 'network' });

export const notificationJobs = [
  mailNotification,
  pushNotification,
  job('social.forget-old-notifications', Type.Object({}), forgetOldNotifications, { cron: '41 3 * * *' }),
];
