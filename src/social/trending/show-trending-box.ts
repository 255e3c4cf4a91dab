import type { App } from '../../platform/app.ts';
import type { Html } from '../../web/html.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getTrendLines } from './get-trending.ts';
import { trendingBox } from './views/trending-box.ts';

/** Sidebar box with trends of the last 24 hours. */
export const showTrendingBox = async (app: App, viewer: Viewer | undefined): Promise<Html | false> =>
  trendingBox(await getTrendLines(app, viewer, '24h'));
