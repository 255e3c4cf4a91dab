import { auditFeature } from '../paid/audit/feature.ts';
import { paidCalls } from '../paid/calls/feature.ts';
import { catalogFeature } from '../paid/catalog/feature.ts';
import { manifestFeature } from '../paid/manifest/feature.ts';
import { revenueFeature } from '../paid/revenue/feature.ts';
import { salesFeature } from '../paid/sales/feature.ts';
import type { Feature } from '../platform/feature.ts';
import { paidOperations } from './paid-operations.ts';
import { toolGroups } from './toolkit/tool-groups.ts';

/** Pages about paid calls, and their jobs. */
export const paidFeatures: readonly Feature[] = [
  catalogFeature(paidOperations),
  manifestFeature(paidOperations, toolGroups),
  paidCalls,
  revenueFeature,
  salesFeature,
  auditFeature,
];
