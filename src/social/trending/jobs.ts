import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { workOutTrends } from './work-out-trends.ts';

export const trendJobs = [
  job('social.work-out-trends', Type.Object({}), workOutTrends, { cron: '*/5 * * * *' }),
];
