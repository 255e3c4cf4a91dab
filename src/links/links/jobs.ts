import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { readTitles } from './read-titles.ts';

export const linkJobs = [
  job('links.read-titles', Type.Object({}), readTitles, { cron: '* * * * *', runner: 'network' }),
];
