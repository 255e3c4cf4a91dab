import { exportJobs } from '../../identity/exports/jobs.ts';
import { hopExport } from './hop-export.ts';

export const accountDataJobs = exportJobs(hopExport);
