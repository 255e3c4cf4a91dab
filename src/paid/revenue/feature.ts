import type { Feature } from '../../platform/feature.ts';
import { revenuePages } from './pages.ts';

/** What operators see of paid calls. */
export const revenueFeature: Feature = { pages: revenuePages };
