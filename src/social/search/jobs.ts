import { Type } from 'typebox';
import { job } from '../../platform/jobs/jobs.ts';
import { learnWords } from './learn-words.ts';
import { reindexPosts } from './reindex-posts.ts';

export const searchJobs = [
  job('social.learn-words', Type.Object({}), learnWords, { cron: '* * * * *' }),
  job('social.reindex-posts', Type.Object({}), reindexPosts, { cron: '* * * * *' }),
];
