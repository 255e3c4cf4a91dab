import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { learnWords } from './learn-words.ts';

export const searchJobs = [job('social.learn-words', Type.Object({}), learnWords, { cron: '* * * * *' })];
