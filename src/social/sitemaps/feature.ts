import type { Feature } from '../../platform/feature.ts';
import { sitemapPages } from './pages.ts';

export const sitemapsFeature: Feature = {
  pages: sitemapPages,
};
