import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestApp, testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { openOutbound } from '../../platform/outbound.ts';
import { checkTargets } from './check-targets.ts';

/** Serves sites with different host names on this machine. Each path redirects according to `way`. */
async function withSites(way: Record<string, string>, work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    const port = (server.address() as AddressInfo).port;
    const to = way[`${request.headers.host?.split(':')[0] ?? ''}${request.url ?? ''}`];
    response.writeHead(
      to === undefined ? 200 : 302,
      to === undefined ? {} : { location: to.replace('PORT', String(port)) },
    );
    response.end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work((server.address() as AddressInfo).port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

const hops = (path: string, names: string[]) =>
  Object.fromEntries(
    names.slice(0, -1).map((name, i) => [`${name}${path}`, `http://${names[i + 1] ?? ''}:PORT${path}`]),
  );

const way: Record<string, string> = {
  'a.example/loop': 'http://a.example:PORT/loop',
  'a.example/listed': 'http://evil.example:PORT/x',
  'a.example/program': 'http://b.example:PORT/setup.exe',
  'a.example/inside': 'http://inside.example:PORT/x',
  'a.example/home': 'http://hop.test:PORT/x',
  'a.example/www': 'http://www.a.example:PORT/www',
  ...hops('/long', ['a.example', 'b.example', 'c.example', 'd.example']),
};

const expected: [path: string, held: string | null, suspended: string | null][] = [
  ['/plain', null, null],
  ['/www', null, null],
  ['/loop', 'redirects', null],
  ['/long', 'redirects', null],
  ['/listed', null, 'link'],
  ['/program', 'program', null],
  ['/inside', 'inside', null],
  ['/home', 'redirects', null],
];

async function linkTo(app: TestApp, accountId: string, url: string): Promise<string> {
  const now = app.clock.now();
  const row = { account_id: accountId, alias: `to${url.length}-${url.slice(-6)}`.replace(/\W/g, '-'), url, created_at: now, updated_at: now, target_check_due_at: now }; // prettier-ignore
  return (await app.db.insertInto('links.link').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

testWithDatabase(
  'follows redirects of destinations and applies the verdict to each link',
  async ({ app }) => {
    const ada = await addPerson(app, 'ada');
    const entry = { list: 'domain', value: 'evil.example', outcome: 'refuse', added_at: app.clock.now() };
    await app.db.insertInto('links.safety_entry').values(entry).execute();
    const resolve = (name: string) =>
      Promise.resolve([{ address: name === 'inside.example' ? '10.0.0.1' : '127.0.0.1', family: 4 }]);
    await withSites(way, async (port) => {
      const outbound = openOutbound(app.config, resolve);
      const ids = new Map<string, string>();
      for (const [path] of expected)
        ids.set(path, await linkTo(app, ada.id, `http://a.example:${port}${path}`));
      await checkTargets({ ...app, outbound });
      for (const [path, held, suspended] of expected) {
        const row = await app.db
          .selectFrom('links.link')
          .select(['held_for', 'suspended_with', 'target_check_due_at'])
          .where('id', '=', ids.get(path) ?? '')
          .executeTakeFirstOrThrow();
        assert.deepEqual(row, { held_for: held, suspended_with: suspended, target_check_due_at: null }, path);
      }
    });
  },
);
