import type { Feature } from '../../platform/feature.ts';
import { picturePages } from './pages.ts';

export const picturesFeature: Feature = {
  pages: picturePages,
};
