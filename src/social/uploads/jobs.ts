import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { removeUnused } from './remove-unused.ts';

export const uploadJobs = [
  job('social.remove-unused-uploads', Type.Object({}), removeUnused, { cron: '41 * * * *' }),
];
