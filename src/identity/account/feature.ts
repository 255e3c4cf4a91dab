import type { Feature } from '../../platform/feature.ts';
import { avatarPages } from './avatar-pages.ts';
import { foldEmailsJob } from './email.ts';
import { purgeExpiredJob } from './purge-expired.ts';

export const accountFeature: Feature = {
  pages: avatarPages,
  jobs: [purgeExpiredJob, foldEmailsJob],
};
