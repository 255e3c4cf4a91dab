import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { notifyExpired } from './deliveries/announce-expired.ts';
import { deliverJob } from './deliveries/deliver.ts';
import { purgeDeliveries } from './deliveries/purge-deliveries.ts';
import { sendEventsJob } from './deliveries/send-events-job.ts';

export const webhookJobs = [
  deliverJob,
  sendEventsJob,
  job('links.announce-expired', Type.Object({}), notifyExpired, { cron: '* * * * *' }),
  job('links.purge-deliveries', Type.Object({}), purgeDeliveries, { cron: '50 3 * * *' }),
];
