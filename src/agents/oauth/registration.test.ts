import assert from 'node:assert/strict';
import { testPlaza, openPlaza, type World } from '../../../test/ask-plaza.ts';
import { TestApp } from '../../../test/peers/oauth-app.ts';
import { Problem } from '../../kernel/problem.ts';
import { hours } from '../../kernel/time.ts';

const clientId = 'https://reading.example/client.json';

/** What the web has at the client's address. */
interface Web {
  status?: number;
  document: unknown;
  fetched: string[];
}

/** Plaza on a web that has one document. */
async function withWeb({ app }: World, web: Web) {
  const fetch = (url: string, options: { max?: number; hops?: number } = {}) => {
    web.fetched.push(url);
    assert.equal(options.hops, 0);
    assert.ok((options.max ?? Infinity) <= 256 * 1024);
    if (url !== clientId) throw new Problem('invalid', 'This address is not on the public internet');
    const text = typeof web.document === 'string' ? web.document : JSON.stringify(web.document);
    return Promise.resolve({
      url,
      status: web.status ?? 200,
      headers: {},
      body: Buffer.from(text),
      received: text.length,
      cut: false,
      hops: [],
      text: () => text,
      json: () => {
        try {
          return JSON.parse(text) as unknown;
        } catch {
          throw new Problem('unavailable', 'Not JSON');
        }
      },
    });
  };
  return openPlaza({ ...app, outbound: { ...app.outbound, fetch } });
}

const document = {
  client_id: clientId,
  client_name: 'Reading list',
  redirect_uris: ['http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
};

testPlaza('an app connects by its metadata document, which is read once an hour', async (world) => {
  const web: Web = { document, fetched: [] };
  const plaza = await withWeb(world, web);
  const app = new TestApp(plaza);
  app.clientId = clientId;
  const page = await plaza.page(world.ada, app.address());
  assert.match(page.text, /<b>Reading list<\/b> is the app of <b>reading\.example<\/b>/);
  const { status, body } = await app.exchange(await app.code(world.ada));
  assert.equal(status, 200);
  assert.equal((await app.refresh(body.refresh_token)).status, 200);
  assert.deepEqual(web.fetched, [clientId]);
  world.app.clock.turn(hours(1) + 1);
  // The document no longer has the address.
  web.document = { ...document, redirect_uris: ['https://reading.example/in'] };
  assert.equal((await plaza.page(world.ada, app.address())).status, 400);
  assert.equal(web.fetched.length, 2);
  await plaza.close();
});

const wrong: Record<string, Partial<Web>> = {
  'names another client': { document: { ...document, client_id: 'https://reading.example/other.json' } },
  'names none': { document: { ...document, client_id: undefined } },
  'is not JSON': { document: '<html>' },
  'is a list': { document: [] },
  'has no address': { document: { ...document, redirect_uris: [] } },
  'has too many addresses': {
    document: {
      ...document,
      redirect_uris: Array.from({ length: 11 }, (_, i) => `https://reading.example/${i}`),
    },
  },
  'has an unsafe address': { document: { ...document, redirect_uris: ['javascript:alert(1)'] } },
  'has an address on this site': { document: { ...document, redirect_uris: ['http://hop.test/abc'] } },
  'wants a secret': { document: { ...document, token_endpoint_auth_method: 'client_secret_basic' } },
  'is missing': { status: 404 },
  'is elsewhere': { status: 302 },
};

testPlaza('refuses a metadata document that is not the client’s', async (world) => {
  const web: Web = { document, fetched: [] };
  const plaza = await withWeb(world, web);
  const app = new TestApp(plaza);
  app.clientId = clientId;
  for (const [what, found] of Object.entries(wrong)) {
    Object.assign(web, { status: 200, document, ...found });
    const { status, headers } = await plaza.page(world.ada, app.address());
    assert.deepEqual([status, headers.location], [400, undefined], what);
  }
  const before = web.fetched.length;
  // Nothing is fetched for a visitor.
  app.clientId = 'https://reading.example/new.json';
  assert.equal((await plaza.page(undefined, app.address())).status, 303);
  assert.equal((await plaza.page(undefined, app.address({ prompt: 'none' }))).status, 400);
  // These are not fetched at all.
  for (const address of [
    'https://reading.example/',
    'https://reading.example',
    'http://reading.example/client.json',
    'https://ada@reading.example/client.json',
    'https://reading.example/a/../client.json',
    'https://reading.example/client.json#x',
    'https://plaza.test/files/upload.json',
    'https://hop.test/abc',
  ]) {
    app.clientId = address;
    assert.equal((await plaza.page(world.ada, app.address())).status, 400, address);
  }
  assert.equal(web.fetched.length, before);
  await plaza.close();
});

testPlaza('shows only a logo of the document’s own host', async (world) => {
  const web: Web = { document: { ...document, logo_uri: 'https://127.0.0.1/logo.png' }, fetched: [] };
  const plaza = await withWeb(world, web);
  const app = new TestApp(plaza);
  app.clientId = clientId;
  assert.equal((await plaza.page(world.ada, app.address())).status, 200);
  assert.deepEqual(web.fetched, [clientId]);
  await plaza.close();
});

testPlaza('a document with a name like this site’s is shown by its host', async (world) => {
  const plaza = await withWeb(world, {
    document: { ...document, client_name: 'P1aza Support' },
    fetched: [],
  });
  const app = new TestApp(plaza);
  app.clientId = clientId;
  assert.match((await plaza.page(world.ada, app.address())).text, /<b>reading\.example<\/b> is the app of/);
  await plaza.close();
});

const registrations: [metadata: object, error: string][] = [
  [{ redirect_uris: [] }, 'invalid_request'],
  [{ redirect_uris: undefined }, 'invalid_request'],
  [{ redirect_uris: ['http://reading.example/in'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['http://plaza.test/in'] }, 'invalid_redirect_uri'],
  ...[
    'data:text/html,a',
    'vbscript:a',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'about:blank',
    'myapp://in',
    'mailto:a@a.example',
    'intent://a#b',
    'x-a:/in',
    'ftp://a.example/in',
    '.com:/in',
    'com..a:/in',
    'COM.example.app://u@h/in',
  ].map((uri): [object, string] => [{ redirect_uris: [uri] }, 'invalid_redirect_uri']),
  [{ redirect_uris: ['com.example.app:/in'], application_type: 'web' }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['http://127.0.0.1/in'], application_type: 'web' }, 'invalid_redirect_uri'],
  [{ application_type: 'toaster' }, 'invalid_client_metadata'],
  [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
  [{ response_types: ['token'] }, 'invalid_client_metadata'],
  [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
  [{ client_name: 'Plaza' }, 'invalid_client_metadata'],
  [{ client_name: 'x'.repeat(201) }, 'invalid_request'],
];

testPlaza('refuses registrations of apps in the words of the protocol', async ({ plaza }) => {
  for (const [metadata, error] of registrations) {
    const { status, body } = await new TestApp(plaza).register(metadata);
    assert.deepEqual([status, body.error], [400, error], JSON.stringify(metadata));
  }
});

testPlaza('registers programs with their own scheme, and websites', async ({ plaza }) => {
  const rows: [uri: string, type: string | undefined][] = [
    ['com.example.app:/in', undefined],
    ['com.example.app:/in', 'native'],
    ['http://localhost:7777/in', 'native'],
    ['http://[::1]/in', undefined],
    ['cursor://anysphere.cursor-mcp/oauth/callback', undefined],
    ['https://app.example/in', 'web'],
    ['https://app.example/in', 'native'],
  ];
  for (const [uri, application_type] of rows) {
    const { status } = await new TestApp(plaza).register({
      redirect_uris: [uri],
      ...(application_type && { application_type }),
    });
    assert.equal(status, 201, uri);
  }
});

testPlaza('an app with a secret must prove to have it', async ({ plaza, ada }) => {
  const app = new TestApp(plaza);
  const { body } = await app.register({ token_endpoint_auth_method: 'client_secret_basic' });
  const secret = String(body.client_secret);
  const code = await app.code(ada);
  const without = await app.exchange(code);
  assert.deepEqual([without.status, without.body.error], [401, 'invalid_client']);
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const given = { grant_type: 'authorization_code', code, code_verifier: app.verifier };
  const guessed = await app.post('/oauth2/token', given, basic(`${app.clientId}:guess`));
  assert.deepEqual([guessed.status, guessed.body.error], [401, 'invalid_client']);
  assert.equal(guessed.headers['www-authenticate'], 'Basic realm="oauth"');
  assert.equal((await app.post('/oauth2/token', given, basic(`${app.clientId}:${secret}`))).status, 200);
});
