import type { Feature } from '../../platform/feature.ts';
import { toolPages } from './pages.ts';

/** The tools as pages for people, free within a limit. */
export const toolPagesFeature: Feature = {
  pages: toolPages,
};
