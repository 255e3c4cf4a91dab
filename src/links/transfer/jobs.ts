import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { forgetImports } from './forget-imports.ts';
import { runImport } from './run-import.ts';

export const runImportJob = job(
  'links.import',
  Type.Object({ id: Type.String({ pattern: '^[0-9]+$' }) }),
  runImport,
);

export const transferJobs = [
  runImportJob,
  job('links.forget-imports', Type.Object({}), forgetImports, { cron: '50 3 * * *' }),
];
