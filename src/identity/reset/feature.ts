import type { Feature } from '../../platform/feature.ts';
import { mailResetCode } from './mail-reset-code.ts';
import { resetPages } from './pages.ts';

export const resetFeature: Feature = {
  pages: resetPages,
  jobs: [mailResetCode],
};
