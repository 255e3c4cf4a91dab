import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { announceExpired } from './deliveries/announce-expired.ts';
import { deliverJob } from './deliveries/deliver.ts';
import { forgetDeliveries } from './deliveries/forget-deliveries.ts';
import { sendEventsJob } from './deliveries/send-events-job.ts';

export const webhookJobs = [
  deliverJob,
  sendEventsJob,
  job('links.announce-expired', Type.Object({}), announceExpired, { cron: '* * * * *' }),
  job('links.forget-deliveries', Type.Object({}), forgetDeliveries, { cron: '50 3 * * *' }),
];
