import { Type } from 'typebox';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
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

/** Deletes imports that were not started within a week, with their files, and reports after three months. */
export async function purgeImports({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = (age: number) => new Date(clock.now().getTime() - age);
  await db
    .deleteFrom('links.import')
    .where((row) =>
      row.or([
        row.and([row('started_at', 'is', null), row('created_at', '<', before(days(7)))]),
        row('finished_at', '<', before(days(90))),
      ]),
    )
    .execute();
}
