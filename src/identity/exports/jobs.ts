import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { buildExportJob } from './build-export.ts';
import { purgeExports } from './exports.ts';
import type { ExportedService } from './service.ts';

export const exportJobs = (service: ExportedService) => [
  buildExportJob(service),
  job(`${service.schema}.purge-exports`, Type.Object({}), (app) => purgeExports(app, service), {
    cron: '47 * * * *',
  }),
];
