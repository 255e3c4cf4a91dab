import { Type } from 'typebox';
import { job, jobOf } from '../../../platform/jobs.ts';
import { endCallRing } from './call-jobs.ts';
import { endRing, endSilentCalls } from './end-ring.ts';

export const callJobs = [
  jobOf(endCallRing, endRing),
  job('social.end-silent-calls', Type.Object({}), endSilentCalls, { cron: '* * * * *' }),
];
