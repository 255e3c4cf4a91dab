import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { publishDue, type Publishers } from './publish-due.ts';

export const draftJobs = (publishers: Publishers) => [
  job('social.publish-due', Type.Object({}), (app) => publishDue(app, publishers), { cron: '* * * * *' }),
];
