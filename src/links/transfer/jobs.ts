import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { fetchImportJob } from './fetch-import.ts';
import { checkImportJob, purgeImports, runImportJob } from './import/import-jobs.ts';

export const transferJobs = [
  fetchImportJob,
  checkImportJob,
  runImportJob,
  job('links.purge-imports', Type.Object({}), purgeImports, { cron: '50 3 * * *' }),
];
