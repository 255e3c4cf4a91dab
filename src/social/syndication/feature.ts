import type { Feature } from '../../platform/feature.ts';
import { syndicationPages } from './pages.ts';

export const syndicationFeature: Feature = {
  pages: syndicationPages,
};
