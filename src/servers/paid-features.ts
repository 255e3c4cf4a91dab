import { catalogFeature } from '../paid/catalog/feature.ts';
import type { Feature } from '../platform/feature.ts';
import { paidOperations } from './paid-operations.ts';

/** What there is about paid calls for people. */
export const paidFeatures: readonly Feature[] = [catalogFeature(paidOperations)];
