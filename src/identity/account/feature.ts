import type { Feature } from '../../platform/feature.ts';
import { avatarPages } from './avatar-pages.ts';
import { forgetExpiredJob } from './forget-expired.ts';

export const accountFeature: Feature = {
  pages: avatarPages,
  jobs: [forgetExpiredJob],
};
