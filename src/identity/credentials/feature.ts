import type { Feature } from '../../platform/feature.ts';
import { mailedLinkPages } from './mailed-link-pages.ts';
import { credentialsPages } from './pages.ts';

export const credentialsFeature: Feature = {
  pages: [...credentialsPages, ...mailedLinkPages],
};
