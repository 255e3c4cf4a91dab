import type { App } from '../../platform/app.ts';
import type { Html } from '../../web/html.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readTrendLines } from './read-trending.ts';
import { trendingBox } from './views/trending-box.ts';

/** What moved in the last 24 hours, in a few lines: for the context column. */
export const showTrendingBox = async (app: App, viewer: Viewer | undefined): Promise<Html | false> =>
  trendingBox(await readTrendLines(app, viewer, '24h'));
