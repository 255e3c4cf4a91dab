import type { Feature } from '../../platform/feature.ts';
import { welcomePages } from './pages.ts';

export const welcomeFeature: Feature = {
  pages: welcomePages,
};
