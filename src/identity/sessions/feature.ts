import type { Feature } from '../../platform/feature.ts';
import { sessionPages } from './pages.ts';

export const sessionsFeature: Feature = {
  pages: sessionPages,
};
