import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { checkTargets } from './assessment/check-targets.ts';

export const safetyJobs = [
  job('links.check-targets', Type.Object({}), checkTargets, { cron: '* * * * *', runner: 'network' }),
];
