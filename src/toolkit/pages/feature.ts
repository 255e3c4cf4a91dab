import type { Feature } from '../../platform/feature.ts';
import { toolPages } from './pages.ts';

/** Web pages of the tools, free within a limit. */
export const toolPagesFeature: Feature = {
  pages: toolPages,
};
