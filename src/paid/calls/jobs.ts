import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { purgePayments, reconcilePayments } from './reconcile-payments.ts';

export const paidJobs = [
  job('paid.reconcile-payments', Type.Object({}), reconcilePayments, {
    cron: '*/5 * * * *',
    runner: 'network',
  }),
  job('paid.purge-payments', Type.Object({}), purgePayments, { cron: '23 * * * *' }),
];
