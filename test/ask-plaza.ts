import type { FastifyInstance, InjectOptions } from 'fastify';
import { startSession } from '../src/identity/sessions/sessions.ts';
import { loadAssets } from '../src/platform/http/assets/assets.ts';
import type { Config } from '../src/platform/settings/config.ts';
import type { Viewer } from '../src/platform/app.ts';
import { socialServer } from '../src/servers/social.ts';
import { shareServer, isolatedTests, type TestApp, testWithDatabase } from './app.ts';
import { createWorld } from './world.ts';

const assets = await loadAssets();
const device = { createdVia: 'api', userAgent: 'Test', address: '127.0.0.1' } as const;

/** Plaza as its clients use it. */
export type Plaza = Awaited<ReturnType<typeof openPlaza>>;

export type World = Awaited<ReturnType<typeof createWorld>> & { app: TestApp; plaza: Plaza };

/** An isolated test over HTTP with a small set of accounts. */
export function testPlaza(
  title: string,
  work: (world: World) => Promise<void>,
  settings: Partial<Config> = {},
): void {
  testInWorld(title, async (shared, _context, world) => {
    const app = { ...shared, config: { ...shared.config, ...settings } };
    if (Object.keys(settings).length === 0)
      return work({ ...world, app, plaza: plazaOf(await sharedServer(app), app) });
    const plaza = await openPlaza(app);
    try {
      await work({ ...world, app, plaza });
    } finally {
      await plaza.close();
    }
  });
}

/** Like `testPlaza`, with its own database where everything commits, for what processes remember of it. */
export function testCommittingPlaza(
  title: string,
  work: (world: World) => Promise<void>,
  settings: Partial<Config> = {},
): void {
  testWithDatabase(title, async (open) => {
    const app = { ...open.app, config: { ...open.app.config, ...settings } };
    const world = await createWorld(app);
    const plaza = await openPlaza(app);
    try {
      await work({ ...world, app, plaza });
    } finally {
      await plaza.close();
    }
  });
}

const testInWorld = isolatedTests(createWorld);
const sharedServer = shareServer((app) => socialServer(app, assets));

interface SentFile {
  /** Defaults to `file`. */
  field?: string;
  name: string;
  body: Buffer;
}

async function toMultipart(fields: Record<string, string>, file?: SentFile) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set(file.field ?? 'file', new Blob([new Uint8Array(file.body)]), file.name);
  const request = new Response(form);
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  };
}

export const openPlaza = async (app: TestApp) => plazaOf(await socialServer(app, assets), app);

function plazaOf(server: FastifyInstance, app: TestApp) {
  const tokens = new Map<string, string>();
  const tokenOf = async ({ id }: Viewer): Promise<string> => {
    const token = tokens.get(id) ?? (await startSession(app, id, device));
    tokens.set(id, token);
    return token;
  };
  const cookies = async (viewer: Viewer | undefined): Promise<Record<string, string>> =>
    viewer ? { cookie: `c_user=${viewer.id}; xs=${await tokenOf(viewer)}` } : {};
  const ask = async (request: InjectOptions) => {
    const { statusCode, headers, body } = await server.inject(request);
    return { status: statusCode, headers, text: body };
  };

  return {
    /** Sends a request unchanged. */
    inject: (request: InjectOptions) => server.inject(request),
    /** Calls the JSON API, signed in as the viewer. */
    api: async (
      viewer: Viewer | undefined,
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      payload?: object,
    ) => {
      const headers = viewer ? { 'x-auth-token': await tokenOf(viewer) } : {};
      const { status, text } = await ask({ method, url, headers, ...(payload && { payload }) });
      return { status, body: JSON.parse(text) as { message: string; data?: unknown; has_more?: boolean } };
    },
    /** Calls the API with multipart/form-data: fields, and an optional file. */
    upload: async (viewer: Viewer, url: string, fields: Record<string, string>, file?: SentFile) => {
      const { headers, payload } = await toMultipart(fields, file);
      const { status, text } = await ask({
        method: 'POST',
        url,
        headers: { 'x-auth-token': await tokenOf(viewer), ...headers },
        payload,
      });
      return { status, body: JSON.parse(text) as { message: string; data?: unknown; has_more?: boolean } };
    },
    /** Requests a page as a browser does. */
    page: async (viewer: Viewer | undefined, url: string, headers: Record<string, string> = {}) =>
      ask({ method: 'GET', url, headers: { accept: 'text/html', ...headers, ...(await cookies(viewer)) } }),
    /** Submits a form as a browser without scripts does. A repeated field is a list. */
    form: async (
      viewer: Viewer | undefined,
      url: string,
      fields: Record<string, string> | string[][] = {},
      headers: Record<string, string> = {},
    ) =>
      ask({
        method: 'POST',
        url,
        headers: {
          origin: app.config.plazaUrl,
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
          ...(await cookies(viewer)),
        },
        payload: new URLSearchParams(fields).toString(),
      }),
    /** Submits a form with a file in the field `file`. */
    multipart: async (viewer: Viewer, url: string, fields: Record<string, string>, file?: SentFile) => {
      const { headers, payload } = await toMultipart(fields, file);
      const sent = { origin: app.config.plazaUrl, ...headers, ...(await cookies(viewer)) };
      return ask({ method: 'POST', url, headers: sent, payload });
    },
    close: () => server.close(),
  };
}
