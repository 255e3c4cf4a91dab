import { Type } from 'typebox';
import { job, jobOf } from '../../platform/jobs/jobs.ts';
import { fanOutJob } from '../posts/publishing.ts';
import { fanOut, fanOutRest } from './fan-out.ts';
import { purgeServedPages } from '../lists/served-pages.ts';
import { purgeLists } from './ids/purge-lists.ts';

const Nothing = Type.Object({});

export const feedJobs = [
  jobOf(fanOutJob, fanOut),
  job('social.fan-out-rest', Nothing, fanOutRest, { cron: '* * * * *' }),
  job('social.purge-feeds', Nothing, purgeLists, { cron: '17 4 * * *' }),
  job('social.purge-served-pages', Nothing, purgeServedPages, { cron: '47 * * * *' }),
];
