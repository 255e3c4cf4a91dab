import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { foldPresent } from '../clicks/retention/fold-rare-values.ts';

export const statisticsJobs = [
  job('links.fold-present', Type.Object({}), foldPresent, { cron: '*/5 * * * *' }),
];
