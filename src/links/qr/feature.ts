import type { Feature } from '../../platform/feature.ts';
import { oneCodePages } from './codes/code-pages.ts';
import { codePages } from './codes/pages.ts';
import { codeRoutes } from './codes/routes.ts';
import { codePicturePages } from './public/picture-pages.ts';

export const codesFeature: Feature = {
  routes: codeRoutes,
  pages: [...codePages, ...oneCodePages, ...codePicturePages],
};
