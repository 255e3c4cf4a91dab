import type { Feature } from '../../platform/feature.ts';
import { editingPages } from './editing-pages.ts';
import { glossaryPages } from './pages.ts';
import { glossaryRoutes } from './routes.ts';

export const glossaryFeature: Feature = {
  routes: glossaryRoutes,
  pages: [...editingPages, ...glossaryPages],
};
