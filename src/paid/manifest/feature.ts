import type { App } from '../../platform/app.ts';
import type { Feature } from '../../platform/feature.ts';
import type { PaidGroup, PaidOperation } from '../operation.ts';
import { manifestRoutes } from './routes.ts';

/** The manifest of paid operations, for directories. */
export const manifestFeature = (
  operations: (app: App) => readonly PaidOperation[],
  groups: (app: App) => readonly PaidGroup[],
): Feature => ({
  bareRoutes: manifestRoutes(operations, groups),
});
