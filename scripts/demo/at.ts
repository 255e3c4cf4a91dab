import type { App } from '../../src/platform/app.ts';

/** Returns the app with its clock set to the given time. */
export const at = (app: App, time: number): App => ({ ...app, clock: { now: () => new Date(time) } });
