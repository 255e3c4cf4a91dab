import type { Feature } from '../../platform/feature.ts';
import { operatorPages } from './operator-pages.ts';

export const operatorsFeature: Feature = {
  pages: operatorPages,
};
