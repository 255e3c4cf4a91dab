import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { App } from '../src/platform/app.ts';
import { loadAssets } from '../src/platform/http/assets/assets.ts';
import { linksServer } from '../src/servers/links.ts';
import { testConfig } from './app.ts';

const assets = await loadAssets();

/** A desktop browser. */
export const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

export interface FollowOptions {
  method?: string;
  headers?: Record<string, string>;
  /** If set, sent as a POST form. */
  form?: Record<string, string>;
}

export interface Followed {
  status: number | undefined;
  location: string | undefined;
  headers: IncomingMessage['headers'];
  text: string;
}

/**
 * Starts Hop on a port, redirects and pages together. Returns a function that follows links as a visitor
 * does.
 */
export async function listenAsHop(
  app: App,
  context: TestContext,
  environment: Record<string, string> = {},
): Promise<(path: string, options?: FollowOptions) => Promise<Followed>> {
  // The server flushes clicks in the background, and its savepoints would interleave with those of the test.
  assert.ok(!app.db.isTransaction, 'following links requires testWithDatabase');
  const folder = mkdtempSync(join(tmpdir(), 'follow-'));
  const config = testConfig({ DATA_DIR: folder, TRUST_PROXY: '127.0.0.1', ...environment });
  const settled = Object.defineProperty(
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(app)),
    'config',
    { value: config },
  ) as App;
  const server = await linksServer(settled, assets);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  context.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return async (path, { form, method = form ? 'POST' : 'GET', headers = {} } = {}) => {
    const request = send({
      port,
      path,
      method,
      agent: false,
      headers: {
        host: 'hop.test',
        'user-agent': chrome,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    }).end(form && new URLSearchParams(form).toString());
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return {
      status: response.statusCode,
      location: response.headers.location,
      headers: response.headers,
      text,
    };
  };
}
