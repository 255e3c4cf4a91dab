import type { Feature } from '../../platform/feature.ts';
import { operatorPeoplePages } from './pages.ts';

export const peopleFeature: Feature = {
  pages: operatorPeoplePages,
};
