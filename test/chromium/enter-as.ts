import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { startSession } from '../../src/identity/sessions/sessions.ts';
import type { Viewer } from '../../src/platform/app.ts';
import type { Services } from '../services.ts';
import { openContext } from './browser.ts';

/** Opens a browser that is signed in to Plaza. */
export async function openSignedIn(
  { app, plaza }: Pick<Services, 'app' | 'plaza'>,
  viewer: Viewer,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await openContext({ baseURL: plaza, ...options });
  const token = await startSession(app, viewer.id, { createdVia: 'page', userAgent: '', address: '' });
  const cookies = Object.entries({ c_user: viewer.id, xs: token });
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: plaza })));
  return context;
}
