import type { Feature } from '../../platform/feature.ts';
import { taskRoutes } from './routes.ts';

/**
 * Lets agents send messages to skills and read the resulting tasks. Bodies are accepted as text, because the
 * protocol defines the errors.
 */
export const tasks: Feature = { textRoutes: taskRoutes };
