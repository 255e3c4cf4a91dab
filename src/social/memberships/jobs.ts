import { Type } from 'typebox';
import { job, jobOf } from '../../platform/jobs.ts';
import { tellNewTerms } from '../monetization/plan-jobs.ts';
import { renewDue } from './billing/renew.ts';
import { tellAllNewTerms } from './billing/tell-new-terms.ts';

export const membershipJobs = [
  job('social.renew-subscriptions', Type.Object({}), renewDue, { cron: '* * * * *' }),
  jobOf(tellNewTerms, tellAllNewTerms),
];
