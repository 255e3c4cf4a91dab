import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { deleteOldEvents } from './delete-old-events.ts';

export const liveJobs = [
  job('social.delete-live-events', Type.Object({}), deleteOldEvents, { cron: '*/5 * * * *' }),
];
