import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { updateTrends } from './update-trends.ts';

export const trendJobs = [
  job('social.work-out-trends', Type.Object({}), updateTrends, { cron: '*/5 * * * *' }),
];
