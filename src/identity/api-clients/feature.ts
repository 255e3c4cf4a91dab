import type { Feature } from '../../platform/feature.ts';
import { apiClientPages } from './api-client-pages.ts';

export const apiClientsFeature: Feature = {
  pages: apiClientPages,
};
