import type { Feature } from '../../platform/feature.ts';
import { signUpPages } from './pages.ts';

export const signUpFeature: Feature = {
  pages: signUpPages,
};
