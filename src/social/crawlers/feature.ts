import type { Feature } from '../../platform/feature.ts';
import { crawlerPages } from './pages.ts';

export const crawlersFeature: Feature = {
  pages: crawlerPages,
};
