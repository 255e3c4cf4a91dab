import type { Feature } from '../../platform/feature.ts';
import { interstitialPages } from './pages.ts';

export const interstitialsFeature: Feature = {
  pages: interstitialPages,
};
