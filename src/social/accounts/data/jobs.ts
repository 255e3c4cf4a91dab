import { exportJobs } from '../../../identity/exports/jobs.ts';
import type { ExportedService } from '../../../identity/exports/service.ts';
import { plazaExport } from './plaza-export.ts';
import { removeFilesJob } from './remove-files.ts';

export const plazaDataJobs = (added: ExportedService['sections']) => [
  ...exportJobs({
    ...plazaExport,
    sections: (app, accountId) => [...plazaExport.sections(app, accountId), ...added(app, accountId)],
  }),
  removeFilesJob,
];
