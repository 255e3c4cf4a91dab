import { Type } from 'typebox';
import { job, jobOf } from '../../platform/jobs.ts';
import { notifyNewTerms } from '../monetization/plan-jobs.ts';
import { renewDue } from './billing/renew.ts';
import { notifyAllNewTerms } from './billing/notify-new-terms.ts';
import { notifyEnded } from './ending/notify-ended.ts';

export const membershipJobs = [
  job('social.renew-subscriptions', Type.Object({}), renewDue, { cron: '* * * * *' }),
  jobOf(notifyNewTerms, notifyAllNewTerms),
  notifyEnded,
];
