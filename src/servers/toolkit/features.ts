import type { Feature } from '../../platform/feature.ts';
import { catalogFeature } from '../../toolkit/catalog/feature.ts';
import { toolPagesFeature } from '../../toolkit/pages/feature.ts';

/** The toolkit: catalogs for programs, and pages for people. */
export const toolkitFeatures: readonly Feature[] = [catalogFeature, toolPagesFeature];
