import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Request } from 'undici';
import { signatureHeaders } from 'web-bot-auth';
import { signerFromJWK } from 'web-bot-auth/crypto';
import { testWithDatabase } from '../../../test/app.ts';
import { openPlaza } from '../../../test/ask-plaza.ts';
import { startFacilitator } from '../../../test/paid/facilitator.ts';
import { payOnBase, settlementOf } from '../../../test/paid/payments.ts';
import { createWorld } from '../../../test/world.ts';
import { openOutbound } from '../../platform/outbound.ts';

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const gptBot =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';

type Gated = Awaited<ReturnType<typeof openGated>>;

async function openGated(shared: Parameters<Parameters<typeof testWithDatabase>[1]>[0]['app']) {
  const facilitator = await startFacilitator();
  const config = {
    ...shared.config,
    X402_FACILITATOR_URL: facilitator.url,
    X402_BASE_RPC_URL: '',
    X402_SOLANA_RPC_URL: '',
    OUTBOUND_ALLOW: '127.0.0.0/8',
  };
  const app = { ...shared, config, outbound: openOutbound(config) };
  const world = await createWorld(app);
  const plaza = await openPlaza(app);
  const set = async (fields: Record<string, string>) => {
    const saved = await plaza.form(world.olga, '/operator/crawlers', {
      search: 'on',
      price: '0.002',
      ...fields,
    });
    assert.equal(saved.status, 303, saved.text);
  };
  const read = (url: string, userAgent: string, headers: Record<string, string> = {}) =>
    plaza.inject({ url, headers: { accept: 'text/html', 'user-agent': userAgent, ...headers } });
  const post = async (text: string) => {
    const { body } = await plaza.api(world.ada, 'POST', '/apis/php/posts/post', { text, privacy: 'public' });
    return `/posts/${(body.data as { post_id: string }).post_id}`;
  };
  return { ...world, app, plaza, facilitator, set, read, post };
}

const testGate = (title: string, work: (gated: Gated) => Promise<void>) =>
  testWithDatabase(title, async ({ app }) => {
    const gated = await openGated(app);
    try {
      await work(gated);
    } finally {
      await gated.plaza.close();
      await gated.facilitator.stop();
      gated.app.outbound.close();
    }
  });

testGate(
  'crawlers of a purpose are refused, and everybody else reads',
  async ({ set, read, plaza, olga }) => {
    await set({ 'access-training': 'refuse', 'rule-bytespider': 'open' });
    const status = async (url: string, userAgent: string) => (await read(url, userAgent)).statusCode;
    assert.equal(await status('/discover', gptBot), 403);
    assert.match((await read('/discover', gptBot)).body, /does not let GPTBot read its pages/);
    assert.equal(await status('/discover', 'gptbot'), 403);
    for (const other of [
      browser,
      'Googlebot/2.1',
      'Bytespider',
      'NotGPTBotX',
      'gptbot-2',
      'GPTBot'.repeat(200),
      '',
    ])
      assert.equal(await status('/discover', other), 200, other);
    for (const open of [
      '/robots.txt',
      '/license.xml',
      '/sitemap.xml',
      '/static/terms',
      '/.well-known/api-catalog',
      '/citations',
    ])
      assert.equal(await status(open, gptBot), 200, open);
    const robots = (await read('/robots.txt', browser)).body;
    assert.match(robots, /User-agent: GPTBot\nDisallow: \/\n/);
    assert.match(robots, /^License: http:\/\/\S+\/license\.xml$/m);
    assert.doesNotMatch(robots, /User-agent: Bytespider\nDisallow/);
    assert.equal((await plaza.form(olga, '/operator/crawlers', { price: '-1' })).status, 422);
  },
);

testGate('a page is sold for its price, once, and only that page', async (gated) => {
  const { app, set, read, post, facilitator } = gated;
  const [tea, cake] = [await post('A post about tea'), await post('A post about cake')];
  await set({ 'access-training': 'price' });
  const quote = await read(tea, gptBot);
  assert.equal(quote.statusCode, 402);
  assert.equal(quote.headers['crawler-price'], 'USD 0.002');
  assert.match(String(quote.headers.link), /rel="license"/);
  assert.doesNotMatch(quote.body, /about tea/);
  assert.equal((await read(tea, browser)).statusCode, 200);
  const payment = payOnBase(quote, app.clock.now());
  const bought = await read(tea, gptBot, payment);
  assert.equal(bought.statusCode, 200, bought.body);
  assert.match(bought.body, /A post about tea/);
  assert.match(String(bought.headers['content-type']), /^text\/html/);
  assert.equal(bought.headers['crawler-charged'], 'USD 0.002');
  assert.equal(bought.headers['cache-control'], 'private, no-store');
  assert.ok(settlementOf(bought).success);
  assert.equal((await read(tea, gptBot, payment)).body, bought.body);
  assert.equal((await read(cake, gptBot, payment)).statusCode, 402);
  assert.equal((await read(`${tea}?a=1`, gptBot, payment)).statusCode, 402);
  assert.equal(facilitator.charged.size, 1);
  const missing = payOnBase(await read('/posts/999999', gptBot), app.clock.now());
  assert.equal((await read('/posts/999999', gptBot, missing)).statusCode, 404);
  assert.equal(facilitator.charged.size, 1);
  const head = await gated.plaza.inject({ method: 'HEAD', url: tea, headers: { 'user-agent': gptBot } });
  assert.equal(head.statusCode, 402);
  const names = await app.db.selectFrom('paid.payment').select('operation').distinct().execute();
  assert.deepEqual(names, [{ operation: '/pages' }]);
  const license = (await read('/license.xml', browser)).body;
  assert.match(license, /<permits type="usage">search<\/permits>/);
  assert.match(license, /<prohibits type="usage">ai-input ai-train<\/prohibits>/);
});

testGate('private pages are not sold', async ({ set, read, app, plaza, ada }) => {
  await set({ 'access-training': 'price' });
  const { body } = await plaza.api(ada, 'POST', '/apis/php/posts/post', { text: 'Mine', privacy: 'me' });
  const path = `/posts/${(body.data as { post_id: string }).post_id}`;
  const bought = await read(path, gptBot, payOnBase(await read(path, gptBot), app.clock.now()));
  assert.equal(bought.statusCode, 404);
  for (const header of ['x-paid-page', 'X-Paid-Page'])
    assert.equal((await read('/discover', gptBot, { [header]: 'x' })).statusCode, 402);
  const own = await read('/settings', gptBot, payOnBase(await read('/settings', gptBot), app.clock.now()));
  assert.ok(own.statusCode >= 400 && own.statusCode < 500);
});

/** A program that signs, with a directory of its keys on loopback. */
async function startSigner() {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const key = await crypto.subtle.exportKey('jwk', pair.privateKey);
  const published = { kty: key.kty, crv: key.crv, x: key.x };
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const isDirectory = request.url === '/.well-known/http-message-signatures-directory';
    response.writeHead(isDirectory ? 200 : 404, {
      'content-type': 'application/http-message-signatures-directory+json',
    });
    response.end(JSON.stringify({ keys: ['nonsense', { kty: 'OKP', crv: 'Ed25519', x: '?' }, published] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = `"http://${host}"`;
  const sign = async (
    url: string,
    now: Date,
    {
      life = 60_000,
      named = agent,
      signedBy = key,
    }: { life?: number; named?: string; signedBy?: JsonWebKey } = {},
  ): Promise<Record<string, string>> => {
    const request = new Request(url, { headers: { 'signature-agent': named } });
    const signed = await signatureHeaders(request as never, await signerFromJWK(signedBy), {
      created: now,
      expires: new Date(now.getTime() + life),
    });
    return {
      'signature-agent': named,
      signature: signed.Signature,
      'signature-input': signed['Signature-Input'],
    };
  };
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { host, sign, stop, asked: () => asked };
}

testGate(
  'an agent that signs its requests is recognized by its address, and nobody else is',
  async (gated) => {
    const { app, set, read } = gated;
    const signer = await startSigner();
    try {
      await set({ 'access-agents': 'refuse' });
      const base = app.config.plazaUrl;
      const now = app.clock.now();
      const status = async (headers: Record<string, string>, userAgent = browser) =>
        (await read('/discover', userAgent, headers)).statusCode;
      const good = await signer.sign(`${base}/discover`, now);
      assert.equal(await status(good), 403);
      assert.match(
        (await read('/discover', browser, good)).body,
        new RegExp(signer.host.replaceAll('.', String.raw`\.`)),
      );
      const other = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
      const stranger = await crypto.subtle.exportKey('jwk', other.privateKey);
      const unsigned: Record<string, Record<string, string>> = {
        'of another site': await signer.sign('https://elsewhere.example/discover', now),
        'with another key': await signer.sign(`${base}/discover`, now, { signedBy: stranger }),
        expired: await signer.sign(`${base}/discover`, new Date(now.getTime() - 120_000)),
        'from the future': await signer.sign(`${base}/discover`, new Date(now.getTime() + 600_000)),
        'from last week': await signer.sign(`${base}/discover`, new Date(now.getTime() - 7 * 86_400_000), {
          life: 10 * 86_400_000,
        }),
        'under another name': { ...good, 'signature-agent': '"http://127.0.0.1:1"' },
        'without a signature': { 'signature-agent': good['signature-agent'] ?? '' },
        'of nothing': {
          ...good,
          'signature-input': (good['signature-input'] ?? '').replace('"@authority" ', ''),
        },
        'too long': { ...good, 'signature-input': `${good['signature-input']}${';a=1'.repeat(1000)}` },
        malformed: { ...good, 'signature-input': 'sig1=(((', signature: ':::' },
        'of a private address': await signer.sign(`${base}/discover`, now, { named: '"http://10.0.0.1"' }),
      };
      for (const [name, headers] of Object.entries(unsigned)) assert.equal(await status(headers), 200, name);
      assert.equal(signer.asked(), 1, 'keys are remembered');
      assert.equal(await status(good, gptBot), 200, 'a crawler keeps the rules of its name');
    } finally {
      signer.stop();
    }
  },
);

testGate('who signs under the name of a crawler is shown with the host that signed', async (gated) => {
  const { app, set, read, plaza, olga } = gated;
  const signer = await startSigner();
  try {
    await set({ 'access-agents': 'refuse' });
    const good = await signer.sign(`${app.config.plazaUrl}/discover`, app.clock.now());
    assert.equal((await read('/discover', gptBot, good)).statusCode, 200);
    await plaza.close();
    const other = await openPlaza(app);
    const { text } = await other.page(olga, '/operator/crawlers');
    const signed = /<th[^>]*>\s*([^<]*?)\s*<[^>]*>Signed/.exec(text)?.[1];
    assert.equal(signed, `GPTBot (${signer.host})`);
    await other.close();
  } finally {
    signer.stop();
  }
});

testGate('operators see what crawlers read', async ({ set, read, plaza, olga, ada, app }) => {
  await set({ 'access-training': 'refuse', 'access-answers': 'price' });
  for (const userAgent of [gptBot, gptBot, 'ChatGPT-User/1.0', 'Googlebot/2.1', browser])
    await read('/discover', userAgent);
  // What waits is stored when the process stops.
  await plaza.close();
  const other = await openPlaza(app);
  const { text } = await other.page(olga, '/operator/crawlers');
  // The first table has the rules.
  const rowOf = (agent: string) =>
    Array.from(text.matchAll(new RegExp(`<th[^>]*>\\s*${agent}\\b[\\s\\S]*?</tr>`, 'g')))
      .at(-1)?.[0]
      .replaceAll(/<[^>]*>|\s+/g, ' ');
  assert.match(rowOf('GPTBot') ?? '', /GPTBot\s+.*0\s+0\s+0\s+2\s/);
  assert.match(rowOf('ChatGPT-User') ?? '', /0\s+0\s+1\s+0\s/);
  assert.match(rowOf('Googlebot') ?? '', /1\s+0\s+0\s+0\s/);
  assert.equal((await other.page(ada, '/operator/crawlers')).status, 403);
  await other.close();
});
