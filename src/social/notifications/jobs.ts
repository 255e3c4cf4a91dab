import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { forgetOldNotifications } from './forget-old.ts';
import { sendNotificationMail } from './mail-notification.ts';

const One = Type.Object({ id: Type.String() });

export const mailNotification = job('social.mail-notification', One, sendNotificationMail);

export const notificationJobs = [
  mailNotification,
  job('social.forget-old-notifications', Type.Object({}), forgetOldNotifications, { cron: '41 3 * * *' }),
];
