import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { forgetAnswers } from './forget-answers.ts';

export const overlayJobs = [
  job('links.forget-overlay-answers', Type.Object({}), forgetAnswers, { cron: '41 3 * * *' }),
];
