import { Type } from 'typebox';
import { job, type JobOptions } from '../../../platform/jobs.ts';
import { checkImport } from './check-import.ts';
import { runImport } from './run-import.ts';

export const OneImport = Type.Object({ id: Type.String({ pattern: '^[0-9]+$' }) });

export const checkImportJob = job('links.check-import', OneImport, checkImport, { runner: 'import' });
export const runImportJob = job('links.import', OneImport, runImport, { runner: 'import' });

/** An account's files are parsed and imported one after the other. */
export const jobOptions = (accountId: string, key: string): JobOptions => ({
  key: `links.import:${key}`,
  queue: `links.import:${accountId}`,
});
