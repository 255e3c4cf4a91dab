import type { Feature } from '../../platform/feature.ts';
import { planPages } from './pages.ts';

export const plansFeature: Feature = {
  pages: planPages,
  navigation: [
    { key: 'plans', label: 'Plans', icon: 'gauge', href: '/operator/plans', for: 'operator', group: 'Operator' },
  ],
}; // prettier-ignore
