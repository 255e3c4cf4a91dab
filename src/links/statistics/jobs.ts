import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { foldCurrentPeriod } from '../clicks/retention/fold-rare-values.ts';

export const statisticsJobs = [
  job('links.fold-present', Type.Object({}), foldCurrentPeriod, { cron: '*/5 * * * *' }),
];
