import type { Feature } from '../../platform/feature.ts';
import { revenuePages } from './pages.ts';

/** The operators' view of paid calls. */
export const revenueFeature: Feature = { pages: revenuePages };
