import type { Feature } from '../../platform/feature.ts';
import { staticPages } from './pages.ts';

export const staticPagesFeature: Feature = {
  pages: staticPages,
};
