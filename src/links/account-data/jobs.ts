import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { buildExport } from './build-export.ts';
import { forgetExports } from './forget-exports.ts';

export const buildExportJob = job('links.build-export', Type.Object({ id: Type.String() }), buildExport, {
  runner: 'export',
});

export const accountDataJobs = [
  buildExportJob,
  job('links.forget-exports', Type.Object({}), forgetExports, { cron: '41 * * * *' }),
];
