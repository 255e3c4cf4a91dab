import type { Feature } from '../../platform/feature.ts';
import { catalogFeature } from '../../toolkit/catalog/feature.ts';

/** The toolkit: free catalogs for programs. */
export const toolkitFeatures: readonly Feature[] = [catalogFeature];
