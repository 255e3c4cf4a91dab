import type { FollowedPages } from '../redirect/followed.ts';
import { showFrame, showPixels, showSplash } from './show-pages.ts';
import { showOverlay } from './show-overlay.ts';

/** The interstitial pages by link type. */
export const interstitials: Pick<FollowedPages, 'frame' | 'splash' | 'overlay' | 'pixels'> = {
  frame: (app, followed, client) => showFrame(app, followed, client),
  splash: (app, followed, client) => showSplash(app, followed, client),
  overlay: (app, followed, client) => showOverlay(app, followed, client),
  pixels: (app, followed, client) => showPixels(app, followed, client),
};
