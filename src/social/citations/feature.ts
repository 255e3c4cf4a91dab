import type { Feature } from '../../platform/feature.ts';
import { languageModelPages } from './pages.ts';
import { citationRoutes } from './routes.ts';

export const citationsFeature: Feature = {
  bareRoutes: citationRoutes,
  pages: languageModelPages,
};
