import { Type } from 'typebox';
import { job } from '../../../platform/jobs.ts';

/** Deletes files that no message uses. */
export const removeMessageFiles = job(
  'social.remove-message-files',
  Type.Object({ paths: Type.Array(Type.String()) }),
  async ({ files }, { paths }) => {
    for (const path of paths) await files.remove(path);
  },
);
