import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { endPlans } from './plans.ts';

export const planJobs = [job('identity.end-plans', Type.Object({}), endPlans, { cron: '*/10 * * * *' })];
