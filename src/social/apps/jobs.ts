import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { purgeExpiredTokens } from './purge-expired-tokens.ts';

export const appJobs = [
  job('social.purge-expired-tokens', Type.Object({}), purgeExpiredTokens, { cron: '17 * * * *' }),
];
