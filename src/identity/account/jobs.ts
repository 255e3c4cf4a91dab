import { forgetExpiredJob } from './forget-expired.ts';
import { mailResetCode } from '../reset/ask-for-reset.ts';

export const identityJobs = [mailResetCode, forgetExpiredJob];
