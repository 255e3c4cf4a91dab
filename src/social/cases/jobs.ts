import { Type } from 'typebox';
import { reinstateDue } from '../../identity/people/suspend-account.ts';
import { job } from '../../platform/jobs.ts';
import { deleteCopies } from './delete-copies.ts';
import { purgeFingerprints } from '../moderation/get-author.ts';

export const moderationJobs = [
  job('social.purge-prints', Type.Object({}), purgeFingerprints, { cron: '23 * * * *' }),
  job('social.delete-case-copies', Type.Object({}), deleteCopies, { cron: '51 4 * * *' }),
  job('social.end-suspensions', Type.Object({}), reinstateDue, { cron: '*/5 * * * *' }),
];
