import type { Feature } from '../../platform/feature.ts';
import { signInPages } from './pages.ts';

export const signInFeature: Feature = {
  pages: signInPages,
};
