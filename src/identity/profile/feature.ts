import type { Feature } from '../../platform/feature.ts';
import { profilePages } from './pages.ts';

export const profileFeature: Feature = {
  pages: profilePages,
};
