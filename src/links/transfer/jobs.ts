import { Type } from 'typebox';
import { job, type JobOptions } from '../../platform/jobs.ts';
import { checkImport } from './import/check-import.ts';
import { purgeImports } from './import/purge-imports.ts';
import { runImport } from './import/run-import.ts';

const One = Type.Object({ id: Type.String({ pattern: '^[0-9]+$' }) });

export const checkImportJob = job('links.check-import', One, checkImport, { runner: 'import' });
export const runImportJob = job('links.import', One, runImport, { runner: 'import' });

/** An account's files are parsed and imported one after the other. */
export const jobOptions = (accountId: string, key: string): JobOptions => ({
  key: `links.import:${key}`,
  queue: `links.import:${accountId}`,
});

export const transferJobs = [
  checkImportJob,
  runImportJob,
  job('links.purge-imports', Type.Object({}), purgeImports, { cron: '50 3 * * *' }),
];
