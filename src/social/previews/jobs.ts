import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { fetchPreview } from './fetch-preview.ts';
import { purgePreviews } from './purge-previews.ts';

export const fetchPreviewJob = job(
  'social.fetch-preview',
  Type.Object({ address: Type.String() }),
  fetchPreview,
  { runner: 'network' },
);

export const previewJobs = [
  fetchPreviewJob,
  job('social.purge-previews', Type.Object({}), purgePreviews, { cron: '23 4 * * *' }),
];
