import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { listOverlays } from '../overlays/overlays.ts';
import { listPixels } from '../pixels/pixels.ts';
import { listSplashPages } from '../splash/splash-pages.ts';
import { listChoices, type Choices } from '../links/list-choices.ts';

/** The choices in a link's form: everything its owner can select. */
export interface BuilderChoices extends Choices {
  splashPages: readonly { id: string; name: string }[];
  overlays: readonly { id: string; name: string }[];
  pixels: readonly { id: string; name: string }[];
}

const max = { page: 1, perPage: 200 };

export async function builderChoices(app: App, viewer: Viewer): Promise<BuilderChoices> {
  const [choices, splashPages, overlays, pixels] = await Promise.all([
    listChoices(app, viewer),
    listSplashPages(app, viewer, max),
    listOverlays(app, viewer, max),
    listPixels(app, viewer, max),
  ]);
  return { ...choices, splashPages: splashPages.rows, overlays: overlays.rows, pixels: pixels.rows };
}
