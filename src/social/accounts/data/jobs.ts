import { exportJobs } from '../../../identity/exports/jobs.ts';
import { plazaExport } from './plaza-export.ts';
import { removeFilesJob } from './remove-files.ts';

export const plazaDataJobs = [...exportJobs(plazaExport), removeFilesJob];
