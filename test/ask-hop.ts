import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createAccessKey } from '../src/identity/access-keys.ts';
import { startSession } from '../src/identity/sessions/sessions.ts';
import { loadAssets } from '../src/platform/http/assets/assets.ts';
import type { Viewer } from '../src/platform/app.ts';
import { linksServer } from '../src/servers/links.ts';
import type { Config } from '../src/platform/settings/config.ts';
import { shareServer, isolatedTests, type TestApp, testWithDatabase } from './app.ts';
import { addPerson } from './world.ts';

const assets = await loadAssets();

/** Hop as one account uses it: a program with an API key, and a browser with a session. */
export type Hop = ReturnType<typeof hopOf>;

export interface HopWorld {
  app: TestApp;
  ada: Viewer;
  bob: Viewer;
  /** Hop as ada, bob and a signed-out visitor use it. */
  asAda: Hop;
  asBob: Hop;
  asNobody: Hop;
  /** Sends a request unchanged. */
  ask: (request: InjectOptions) => Promise<LightMyRequestResponse>;
  /** Listens on a free port, for streams. Only with a server of its own. */
  listen: () => Promise<string>;
}

/** An isolated test over HTTP. */
export function testHop(title: string, work: (world: HopWorld) => Promise<void>): void {
  testInWorld(title, async (app, _context, people) => work(worldOf(app, await sharedServer(app), people)));
}

/** Like `testHop`, with its own database where everything commits, for what processes remember of it. */
export function testCommittingHop(
  title: string,
  work: (world: HopWorld) => Promise<void>,
  settings: Partial<Config> = {},
): void {
  testWithDatabase(title, async (open) => {
    const app = { ...open.app, config: { ...open.app.config, ...settings } };
    const server = await linksServer(app, assets);
    try {
      await work(worldOf(app, server, await enterAll(app)));
    } finally {
      await server.close();
    }
  });
}

function worldOf(app: TestApp, server: FastifyInstance, { ada, bob }: People): HopWorld {
  const hopAs = (person: Entered) => hopOf(server, app, person.key, person.session);
  return {
    app,
    ada: ada.viewer,
    bob: bob.viewer,
    asAda: hopAs(ada),
    asBob: hopAs(bob),
    asNobody: hopOf(server, app, {}, {}),
    ask: (request) => server.inject(request),
    listen: () => server.listen({ port: 0, host: '127.0.0.1' }),
  };
}

const sharedServer = shareServer((app) => linksServer(app, assets));

const enterAll = async (app: TestApp) => ({ ada: await enter(app, 'ada'), bob: await enter(app, 'bob') });

type People = Awaited<ReturnType<typeof enterAll>>;

const testInWorld = isolatedTests(enterAll);

type Entered = Awaited<ReturnType<typeof enter>>;

/** Adds an account with the headers of its API client and its browser. */
async function enter(app: TestApp, username: string) {
  const viewer = await addPerson(app, username);
  const token = await startSession(app, viewer.id, {
    createdVia: 'page',
    userAgent: 'Test',
    address: '127.0.0.1',
  });
  return {
    viewer,
    key: { authorization: `Bearer ${await createAccessKey(app, viewer.id)}` },
    session: { cookie: `c_user=${viewer.id}; xs=${token}` },
  };
}

function hopOf(
  server: FastifyInstance,
  { config }: TestApp,
  key: Record<string, string>,
  session: Record<string, string>,
) {
  return {
    /** Calls the JSON API. */
    api: async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
      const answer = await server.inject({ method, url, headers: key, ...(payload && { payload }) });
      return { status: answer.statusCode, body: JSON.parse(answer.body) as Record<string, unknown> };
    },
    /** Requests a page as a browser does. */
    page: async (url: string, cookies = '') => {
      const cookie = [session.cookie, cookies].filter(Boolean).join('; ');
      const { statusCode, headers, body } = await server.inject({ url, headers: { ...session, cookie } });
      return { status: statusCode, location: headers.location, text: body };
    },
    /** Submits a form as a browser without scripts does. */
    form: async (url: string, fields: Record<string, string> | [string, string][] = {}) => {
      const { statusCode, headers, body } = await server.inject({
        method: 'POST',
        url,
        headers: {
          ...session,
          origin: config.hopUrl,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams(fields).toString(),
      });
      return { status: statusCode, location: headers.location, text: body };
    },
    /** Submits a form with a file. */
    upload: async (
      url: string,
      file: { field: string; name: string; body: string | Buffer },
      fields: Record<string, string> = {},
    ) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set(file.field, new Blob([new Uint8Array(Buffer.from(file.body))]), file.name);
      const encoded = new Response(form);
      const { statusCode, headers, body } = await server.inject({
        method: 'POST',
        url,
        headers: {
          ...session,
          origin: config.hopUrl,
          'content-type': encoded.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await encoded.arrayBuffer()),
      });
      return { status: statusCode, location: headers.location, text: body };
    },
  };
}
