import { Type } from 'typebox';
import { job } from '../../../platform/jobs.ts';
import { getTitles } from './get-titles.ts';
import { releaseAliases } from './release-aliases.ts';

export const linkJobs = [
  job('links.release-aliases', Type.Object({}), releaseAliases, { cron: '29 * * * *' }),
  job('links.read-titles', Type.Object({}), getTitles, { cron: '* * * * *', runner: 'network' }),
];
