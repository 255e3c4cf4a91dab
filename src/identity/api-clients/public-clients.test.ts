import assert from 'node:assert/strict';
import { testPlaza, type Plaza } from '../../../test/ask-plaza.ts';
import { addPerson, cookiesOf, password } from '../../../test/world.ts';
import { signature } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';
import { createApiClient, createPublicClient, listApiClients, revokeApiClient } from './api-clients.ts';
import { listAudit } from '../operators/audit.ts';

const origin = 'https://app.example.org';
const appId = 'org.example.phone';
const access = { origins: [origin], appIds: [appId], forwardsAddresses: false };

const ping = (plaza: Plaza, headers: Record<string, string>, remoteAddress = '198.51.100.1') =>
  plaza.inject({ url: '/apis/php/ping', headers, remoteAddress });

function signed(app: Pick<App, 'clock'>, { apiKey, apiSecret }: { apiKey: string; apiSecret: string }) {
  const timestamp = String(Math.floor(app.clock.now().getTime() / 1000));
  return { 'x-api-key': apiKey, 'x-timestamp': timestamp, 'x-signature': signature(apiSecret, timestamp) };
}

testPlaza(
  'lets a public app call with its key alone, only from its origins and app ids',
  async ({ app, plaza }) => {
    const { apiKey } = await createPublicClient(app, 'Phone', undefined, access);
    const key = { 'x-api-key': apiKey };
    const rows: [string, Record<string, string>, number][] = [
      ['its origin', { ...key, origin }, 200],
      ['its app id', { ...key, 'x-app-id': appId }, 200],
      ['nothing else', key, 403],
      ['another origin', { ...key, origin: 'https://evil.example' }, 403],
      ['another origin with its app id', { ...key, origin: 'https://evil.example', 'x-app-id': appId }, 403],
      ['no origin', { ...key, origin: 'null' }, 403],
      ['a longer origin', { ...key, origin: `${origin}.evil.example` }, 403],
      ['another app id', { ...key, 'x-app-id': 'org.example.phone2' }, 403],
      ['a signature without a secret', { ...signed(app, { apiKey, apiSecret: '' }), origin }, 401],
    ];
    for (const [title, headers, status] of rows)
      assert.equal((await ping(plaza, headers)).statusCode, status, title);
    // An endpoint that requires an app.
    const url = '/apis/php/articles';
    assert.equal((await plaza.inject({ url, headers: { ...key, 'x-app-id': appId } })).statusCode, 200);
    assert.equal((await plaza.inject({ url, headers: key })).statusCode, 403);
    assert.equal((await plaza.inject({ url })).statusCode, 401);
    const [client] = await listApiClients(app);
    await revokeApiClient(app, await addPerson(app, 'bea'), client?.id ?? '');
    assert.equal((await ping(plaza, { ...key, origin })).statusCode, 401);
  },
);

testPlaza(
  'rejects an app with a secret without its signature, wherever it calls from',
  async ({ app, plaza }) => {
    const { apiKey } = await createApiClient(app, 'Backend', undefined, { ...access, appIds: [] });
    assert.equal((await ping(plaza, { 'x-api-key': apiKey, origin })).statusCode, 401);
    assert.equal((await ping(plaza, { 'x-api-key': apiKey, origin, 'x-app-id': appId })).statusCode, 401);
  },
);

testPlaza('limits public apps with one shared, lower rate limit by address', async ({ app, plaza }) => {
  const keys = [];
  for (const name of ['One', 'Two']) keys.push(await createPublicClient(app, name, undefined, access));
  const left = [];
  for (const { apiKey } of keys) {
    const { headers } = await ping(plaza, { 'x-api-key': apiKey, origin }, '198.51.100.77');
    assert.equal(headers['x-ratelimit-limit'], String(app.config.PLAZA_PUBLIC_APP_LIMIT));
    left.push(Number(headers['x-ratelimit-remaining']));
  }
  assert.deepEqual(left, [app.config.PLAZA_PUBLIC_APP_LIMIT - 1, app.config.PLAZA_PUBLIC_APP_LIMIT - 2]);
});

testPlaza(
  'rate limits by the address that a trusted backend forwards, and by no other app’s',
  async ({ app, plaza }) => {
    const trusted = await createApiClient(app, 'Trusted', undefined, {
      ...access,
      appIds: [],
      forwardsAddresses: true,
    });
    const plain = await createApiClient(app, 'Plain', undefined);
    const open = await createPublicClient(app, 'Public', undefined, access);
    const left = async (headers: Record<string, string>) =>
      Number((await ping(plaza, headers, '203.0.113.5')).headers['x-ratelimit-remaining']);
    const full = app.config.PLAZA_ANONYMOUS_LIMIT - 1;

    const proof = signed(app, trusted);
    assert.equal(await left({ ...proof, 'x-client-ip': '192.0.2.1' }), full);
    assert.equal(await left({ ...proof, 'x-client-ip': '192.0.2.1' }), full - 1);
    assert.equal(await left({ ...proof, 'x-client-ip': '192.0.2.2' }), full);
    // The last entry is the one the backend added. Entries claimed by its own caller are ignored.
    assert.equal(await left({ ...proof, 'x-forwarded-for': '192.0.2.99, 192.0.2.2' }), full - 1);
    assert.equal(await left({ ...proof, 'x-forwarded-for': 'unknown' }), full);
    assert.equal((await ping(plaza, { ...proof, 'x-client-ip': 'nowhere' })).statusCode, 400);
    assert.equal(
      (await ping(plaza, { ...proof, 'x-signature': '00', 'x-client-ip': '192.0.2.3' })).statusCode,
      401,
    );

    const ignored = signed(app, plain);
    assert.equal(await left({ ...ignored, 'x-client-ip': '192.0.2.11' }), full);
    assert.equal(
      await left({ ...ignored, 'x-client-ip': '192.0.2.12', 'x-forwarded-for': '192.0.2.13' }),
      full - 1,
    );
    const publicLeft = app.config.PLAZA_PUBLIC_APP_LIMIT - 1;
    const key = { 'x-api-key': open.apiKey, origin };
    assert.equal(await left({ ...key, 'x-client-ip': '192.0.2.21' }), publicLeft);
    assert.equal(await left({ ...key, 'x-client-ip': '192.0.2.22' }), publicLeft - 1);
  },
);

testPlaza(
  'stores the person’s address in a session that a trusted backend starts',
  async ({ app, plaza }) => {
    const eve = await addPerson(app, 'eve');
    const trusted = await createApiClient(app, 'Trusted', undefined, {
      origins: [],
      appIds: [],
      forwardsAddresses: true,
    });
    const { statusCode } = await plaza.inject({
      method: 'POST',
      url: '/apis/php/auth/signin',
      headers: { ...signed(app, trusted), 'x-client-ip': '2001:db8::7' },
      payload: { username_email: 'eve', password },
    });
    assert.equal(statusCode, 200);
    const sessions = await app.db
      .selectFrom('identity.session')
      .select('address')
      .where('account_id', '=', eve.id)
      .execute();
    assert.deepEqual(sessions, [{ address: '2001:db8::7' }]);
  },
);

testPlaza(
  'allows credentials from an app’s own origins only along with its key',
  async ({ app, ada, plaza }) => {
    const other = 'https://other.example.org';
    const mine = await createPublicClient(app, 'Mine', undefined, access);
    const theirs = await createPublicClient(app, 'Theirs', undefined, { ...access, origins: [other] });
    const corsOf = ({ headers }: Awaited<ReturnType<typeof ping>>) => [
      headers['access-control-allow-origin'],
      headers['access-control-allow-credentials'],
    ];
    const preflight = (from: string, url = '/apis/php/ping') =>
      plaza.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: from, 'access-control-request-method': 'POST' },
      });
    assert.deepEqual(corsOf(await preflight(origin)), [origin, 'true']);
    assert.deepEqual(corsOf(await preflight(other)), [other, 'true']);
    assert.deepEqual(corsOf(await preflight('https://evil.example')), ['*', undefined]);
    assert.deepEqual(corsOf(await preflight(origin, '/citations')), ['*', undefined]);
    assert.deepEqual(corsOf(await ping(plaza, { 'x-api-key': mine.apiKey, origin })), [origin, 'true']);
    assert.deepEqual(corsOf(await ping(plaza, { 'x-api-key': theirs.apiKey, origin })), ['*', undefined]);
    assert.deepEqual(corsOf(await ping(plaza, { origin })), ['*', undefined]);
    // Scripts can read error responses too.
    const expired = await ping(plaza, { 'x-api-key': mine.apiKey, origin, 'x-auth-token': 'ended' });
    assert.equal(expired.statusCode, 401);
    assert.deepEqual(corsOf(expired), [origin, 'true']);

    const ajax = { cookie: await cookiesOf(app, ada), 'x-requested-with': 'XMLHttpRequest' };
    const feed = async (headers: Record<string, string>) =>
      (await plaza.inject({ url: '/apis/php/data/load?get=newsfeed', headers: { ...ajax, ...headers } }))
        .statusCode;
    assert.equal(await feed({}), 200);
    assert.equal(await feed({ origin: app.config.plazaUrl }), 200);
    assert.equal(await feed({ origin, 'x-api-key': mine.apiKey }), 200);
    // The preflight allows the origin, so the request itself must not be authenticated by cookies alone.
    assert.equal(await feed({ origin }), 401);
    assert.equal(await feed({ origin: 'https://evil.example' }), 401);
  },
);

testPlaza(
  'lets the operator register and change public apps, and audits the changes',
  async ({ app, olga, plaza }) => {
    const add = (fields: Record<string, string>) =>
      plaza.form(olga, '/operator/apps', { name: 'Phone', ...fields });
    const rows: [Record<string, string>, RegExp][] = [
      [{ kind: 'public' }, /at least one origin or app ID/],
      [{ kind: 'public', app_ids: appId, forwards_addresses: 'on' }, /cannot forward IP addresses/],
      [{ kind: 'public', origins: 'app.example.org' }, /not an origin/],
      [{ kind: 'public', origins: '*' }, /not an origin/],
      [{ kind: 'public', origins: 'null' }, /not an origin/],
      [{ kind: 'public', origins: `${origin}/path` }, /not an origin/],
      [{ kind: 'public', app_ids: 'a b<c' }, /not an app ID/],
      [{ kind: 'confidential', app_ids: appId }, /Only public apps/],
    ];
    for (const [fields, why] of rows) {
      const { status, text } = await add(fields);
      assert.equal(status, 422, JSON.stringify(fields));
      assert.match(text, why);
    }
    const { status, text } = await add({
      kind: 'public',
      origins: 'HTTPS://App.example.org:443/\ncapacitor://localhost',
      app_ids: appId,
    });
    assert.equal(status, 200);
    assert.equal(text.includes('Secret'), false);
    const [client] = await listApiClients(app);
    assert.deepEqual(client && [client.kind, client.origins, client.appIds], [
      'public',
      [origin, 'capacitor://localhost'],
      [appId],
    ]);
    assert.equal((await plaza.page(olga, `/operator/apps/${client?.id}`)).status, 200);
    assert.equal((await plaza.form(olga, `/operator/apps/${client?.id}`, { origins: origin })).status, 303);
    const [entry] = await listAudit(app, {});
    assert.equal(entry?.action, 'app.update');
    assert.match(entry.detail, /appIds/);
    assert.notEqual((await plaza.form(olga, `/operator/apps/${client?.id}`, {})).status, 303);
    assert.equal((await plaza.page(olga, '/operator/apps/999999')).status, 404);
  },
);

testPlaza(
  'allows no row that is public and trusted, or public without an origin or app id',
  async ({ app }) => {
    await assert.rejects(
      createPublicClient(app, 'Loose', undefined, { origins: [], appIds: [], forwardsAddresses: false }),
    );
  },
);
