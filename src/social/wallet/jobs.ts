import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { checkAndNotify } from './operator/check-and-notify.ts';

export const walletJobs = [
  job('social.check-ledger', Type.Object({}), checkAndNotify, { cron: '40 3 * * *', runner: 'export' }),
];
