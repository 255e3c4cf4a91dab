import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { openSignedIn } from '../../chromium/enter-as.ts';
import type { Services } from '../../services.ts';

/** Opens a page of a browser that is signed in as the viewer. */
export const enter = async (
  services: Services,
  viewer: Viewer,
  hasScripts = true,
  options: BrowserContextOptions = {},
): Promise<Page> =>
  (await openSignedIn(services, viewer, { javaScriptEnabled: hasScripts, ...options })).newPage();
