import type { BrowserContextOptions, Page } from 'playwright-core';
import { startSession } from '../../../src/identity/sessions/sessions.ts';
import type { Viewer } from '../../../src/platform/http/caller.ts';
import { openContext } from '../../chromium/browser.ts';
import type { Services } from '../../services.ts';

/** Opens a browser signed in as the viewer. */
export async function enter(
  services: Services,
  viewer: Viewer,
  hasScripts = true,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await openContext({ baseURL: services.plaza, javaScriptEnabled: hasScripts, ...options });
  const token = await startSession(services.app, viewer.id, {
    createdVia: 'page',
    userAgent: '',
    address: '',
  });
  await context.addCookies(
    Object.entries({ c_user: viewer.id, xs: token }).map(([name, value]) => ({
      name,
      value,
      url: services.plaza,
    })),
  );
  return context.newPage();
}
