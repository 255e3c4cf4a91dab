import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { fanOut, fanOutRest } from './fan-out.ts';
import { forgetLists } from './forget-lists.ts';

const Nothing = Type.Object({});

export const fanOutJob = job('social.fan-out', Type.Object({ id: Type.String() }), fanOut);

export const feedJobs = [
  fanOutJob,
  job('social.fan-out-rest', Nothing, fanOutRest, { cron: '* * * * *' }),
  job('social.forget-feeds', Nothing, forgetLists, { cron: '17 4 * * *' }),
];
