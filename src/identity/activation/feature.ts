import type { Feature } from '../../platform/feature.ts';
import { activationPages } from './pages.ts';

export const activationFeature: Feature = {
  pages: activationPages,
};
