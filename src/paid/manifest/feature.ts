import type { App } from '../../platform/app.ts';
import type { Feature } from '../../platform/feature.ts';
import type { PaidOperation } from '../operation.ts';
import { manifestRoutes } from './routes.ts';

/** Where directories find what is sold. */
export const manifestFeature = (operations: (app: App) => readonly PaidOperation[]): Feature => ({
  bareRoutes: manifestRoutes(operations),
});
