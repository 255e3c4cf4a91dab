import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { forgetExpiredTokens } from './forget-expired-tokens.ts';

export const appJobs = [
  job('social.forget-expired-tokens', Type.Object({}), forgetExpiredTokens, { cron: '17 * * * *' }),
];
