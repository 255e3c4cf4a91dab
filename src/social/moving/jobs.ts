import { Type } from 'typebox';
import { job, jobOf } from '../../platform/jobs/jobs.ts';
import { inviteAll } from './community/invite.ts';
import { inviteImportedJob, purgeImports, readImportJob, runImportJob, undoImportJob } from './imports.ts';
import { readImport } from './read-import.ts';
import { undoSteps } from './undo-import.ts';

export const movingJobs = [
  jobOf(readImportJob, readImport, { runner: 'import' }),
  jobOf(runImportJob, async (app, one) => (await import('./run-import.ts')).runImport(app, one), {
    runner: 'import',
  }),
  jobOf(undoImportJob, undoSteps, { runner: 'import' }),
  jobOf(inviteImportedJob, inviteAll, { runner: 'import' }),
  job('social.purge-imports', Type.Object({}), purgeImports, { cron: '40 3 * * *' }),
];
