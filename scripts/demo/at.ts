import type { App } from '../../src/platform/app.ts';

/** The same App at another time: whatever it does, it does then. */
export const at = (app: App, time: number): App => ({ ...app, clock: { now: () => new Date(time) } });
