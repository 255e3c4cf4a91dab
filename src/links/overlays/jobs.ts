import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { purgeAnswers } from './purge-answers.ts';

export const overlayJobs = [
  job('links.purge-overlay-answers', Type.Object({}), purgeAnswers, { cron: '41 3 * * *' }),
];
