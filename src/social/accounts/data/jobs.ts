import { Type } from 'typebox';
import { job } from '../../../platform/jobs.ts';
import { buildExport } from './build-export.ts';
import { forgetExports } from './forget-exports.ts';
import { removeFilesJob } from './remove-files.ts';

export const buildExportJob = job('social.build-export', Type.Object({ id: Type.String() }), buildExport, {
  runner: 'export',
});

export const plazaDataJobs = [
  buildExportJob,
  removeFilesJob,
  job('social.forget-exports', Type.Object({}), forgetExports, { cron: '47 * * * *' }),
];
