import { exportJobs } from '../../identity/exports/exports.ts';
import { hopExport } from './hop-export.ts';

export const accountDataJobs = exportJobs(hopExport);
