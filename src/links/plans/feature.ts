import type { Feature } from '../../platform/feature.ts';
import { planPages } from './pages.ts';

export const plansFeature: Feature = {
  pages: planPages,
};
