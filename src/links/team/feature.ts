import type { Feature } from '../../platform/feature.ts';
import { teamPages } from './pages.ts';
import { workspacePages } from './workspace-pages.ts';

export const teamFeature: Feature = {
  pages: [...teamPages, ...workspacePages],
};
