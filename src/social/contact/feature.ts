import type { Feature } from '../../platform/feature.ts';
import { contactPages } from './pages.ts';

export const contactFeature: Feature = {
  pages: contactPages,
};
