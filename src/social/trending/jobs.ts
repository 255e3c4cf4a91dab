import { Type } from 'typebox';
import { job } from '../../platform/jobs/jobs.ts';
import { updateTrends } from './update-trends.ts';
import { normalizeTags } from './normalize-tags.ts';

export const trendJobs = [
  job('social.normalize-tags', Type.Object({}), normalizeTags, { cron: '* * * * *' }),
  job('social.work-out-trends', Type.Object({}), updateTrends, { cron: '*/5 * * * *' }),
];
