import type { Feature } from '../../platform/feature.ts';
import { reportPages } from './pages.ts';
import { reportRoutes } from './routes.ts';

export const reportsFeature: Feature = {
  routes: reportRoutes,
  pages: reportPages,
};
