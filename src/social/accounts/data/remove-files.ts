import { Type } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { isPath } from '../../../platform/files/path.ts';
import { job } from '../../../platform/jobs.ts';
import { smallPath } from '../../../platform/pictures.ts';

export const removeFilesJob = job(
  'social.remove-files',
  Type.Object({ paths: Type.Array(Type.String()) }),
  removeFiles,
  { runner: 'export' },
);

/** Deletes files that are no longer referenced, with their small variants. Safe to retry. */
async function removeFiles({ files }: App, { paths }: { paths: string[] }): Promise<void> {
  for (const path of paths.filter(isPath)) {
    await files.remove(path);
    await files.remove(smallPath(path));
  }
}
