import type { Feature } from '../../platform/feature.ts';
import { taskRoutes } from './routes.ts';

/** Agents send messages to skills, and read what came of them. Bodies are taken as text: the protocol says what is wrong with them. */
export const tasks: Feature = { textRoutes: taskRoutes };
