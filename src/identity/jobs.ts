import { mailResetCode } from './reset/ask-for-reset.ts';

export const identityJobs = [mailResetCode];
