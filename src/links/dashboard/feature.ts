import type { Feature } from '../../platform/feature.ts';
import { dashboardPages } from './pages.ts';

export const dashboardFeature: Feature = {
  pages: dashboardPages,
};
