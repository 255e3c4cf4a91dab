import type { Feature } from '../../platform/feature.ts';
import { secondFactorPages } from './pages.ts';

export const secondFactorFeature: Feature = {
  pages: secondFactorPages,
};
