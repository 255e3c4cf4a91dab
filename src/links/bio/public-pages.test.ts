import type { FastifyInstance } from 'fastify';
import assert from 'node:assert/strict';
import { type TestApp, testWithDatabase } from '../../../test/app.ts';
import { eventually } from '../../../test/peers/eventually.ts';
import { addPerson } from '../../../test/world.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { loadAssets } from '../../platform/http/assets/assets.ts';
import type { Viewer } from '../../platform/app.ts';
import { linksServer } from '../../servers/links.ts';
import { clickTotals } from '../clicks/statistics/totals.ts';
import { listFormAnswers } from './answers.ts';
import { addBio, deleteBio, publishBio, updateBio } from './bios.ts';
import type { BlockKind } from './block.ts';
import { addBlock } from './blocks.ts';

const assets = loadAssets();
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

interface World {
  app: TestApp;
  ada: Viewer;
  server: FastifyInstance;
  /** The id of Ada's page, published at /ada. */
  bio: string;
  add: (kind: BlockKind, fields: Record<string, string>) => Promise<string>;
  ask: (url: string) => Promise<{ status: number; text: string; headers: Record<string, unknown> }>;
}

/** Tests Ada's public page with a database where changes are committed and broadcast. */
function testPublic(title: string, work: (world: World) => Promise<void>, environment = {}): void {
  testWithDatabase(
    title,
    async ({ app }) => {
      const ada = await addPerson(app, 'ada');
      const { id: bio } = await addBio(app, ada, { title: 'Ada', alias: 'ada' });
      const server = await linksServer(app, await assets);
      // Short links are served before Fastify, so this needs a real connection.
      const base = await server.listen({ host: '127.0.0.1', port: 0 });
      const ask: World['ask'] = async (url) => {
        const answer = await fetch(base + url, { redirect: 'manual', headers: { 'user-agent': browser } });
        return {
          status: answer.status,
          text: await answer.text(),
          headers: Object.fromEntries(answer.headers),
        };
      };
      const add: World['add'] = (kind, fields) => addBlock(app, ada, bio, kind, { fields, files: [] });
      try {
        await work({ app, ada, server, bio, add, ask });
      } finally {
        await server.close();
      }
    },
    environment,
  );
}

/** Retries until the response matches, because changes are broadcast asynchronously. */
async function until(ask: () => Promise<string>, wanted: RegExp): Promise<void> {
  assert.match(await eventually(ask, (text) => wanted.test(text)), wanted);
}

const link = { title: 'Shop', url: 'https://example.com/shop' };

testPublic(
  'a page is one small document without scripts and shows changes',
  async ({ app, ada, bio, add, ask }) => {
    await add('link', link);
    const { status, text, headers } = await ask('/ada');
    assert.equal(status, 200);
    assert.ok(text.length < 15_000, String(text.length));
    assert.match(text, /<h1>Ada<\/h1>[^]*Shop/);
    assert.match(text, /canonical" href="http:\/\/hop.test\/ada"[^]*og:title" content="Ada"[^]*ProfilePage/);
    assert.doesNotMatch(
      text,
      /<script(?! type="application\/ld\+json")|style="|src="http(?!:\/\/plaza.test)/,
    );
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/);
    assert.doesNotMatch(text, /aria-label="Verified"/);
    await app.db.updateTable('identity.account').set({ verified_at: app.clock.now() }).execute();
    await updateBio(app, ada, bio, { title: 'Countess' });
    await until(async () => (await ask('/ada')).text, /<h1>Countess/);
    assert.match((await ask('/ada')).text, /aria-label="Verified"/);
    await publishBio(app, ada, bio, false);
    await until(async () => (await ask('/ada')).text, /turned off/);
    await publishBio(app, ada, bio, true);
    await until(async () => (await ask('/ada')).text, /<h1>Countess/);
    await updateBio(app, ada, bio, { alias: 'countess' });
    await until(async () => (await ask('/ada')).text, /Link not found/);
    assert.equal((await ask('/countess')).status, 200);
  },
);

testPublic('a scheduled block appears and disappears on time', async ({ app, add, ask }) => {
  await add('link', { ...link, starts: '2026-03-01T14:00', ends: '2026-03-01T16:00' });
  assert.doesNotMatch((await ask('/ada')).text, /Shop/);
  app.clock.turn(hours(2) + minutes(1));
  assert.match((await ask('/ada')).text, /Shop/);
  app.clock.turn(hours(2));
  assert.doesNotMatch((await ask('/ada')).text, /Shop/);
});

testPublic('a click counts for its block and a visit for the page', async (world) => {
  const { app, ada, bio, add, ask } = world;
  const shop = await add('link', link);
  const video = await add('video', { title: 'Video', url: 'https://vimeo.com/76979871' });
  const social = await add('social', { instagram: 'ada', x: 'ada' });
  const page = (await ask('/ada')).text;
  const places = [...page.matchAll(/href="(\/bio\/[^"]+)"/g)].map(([, place = '']) => place);
  assert.deepEqual(places, [
    `/bio/${bio}/to/${shop}`,
    `/bio/${bio}/to/${video}#b${video}`,
    `/bio/${bio}/to/${social}`,
    `/bio/${bio}/to/${social}?n=1`,
  ]);
  const followed = await ask(`/bio/${bio}/to/${shop}`);
  assert.deepEqual([followed.status, followed.headers.location], [303, 'https://example.com/shop']);
  assert.equal((await ask(`/bio/${bio}/to/${social}?n=1`)).headers.location, 'https://x.com/ada');
  assert.equal((await ask(`/bio/${bio}/to/${social}?n=2`)).status, 404);
  const playing = await ask(`/bio/${bio}/to/${video}`);
  assert.match(playing.text, /<iframe\s+src="https:\/\/player.vimeo.com\/video\/76979871/);
  assert.match(String(playing.headers['content-security-policy']), /frame-src https:\/\/player.vimeo.com;/);
  assert.doesNotMatch(page, /<iframe|player\.vimeo/);
  const ids = [bio, shop, video, social];
  const counted = async () => {
    const totals = await clickTotals(app, ids);
    return ids.map((id) => totals.get(id)?.clicks).join();
  };
  await until(counted, /^1,1,1,1$/);
  await deleteBio(app, ada, bio);
  assert.equal((await ask(`/bio/${bio}/to/${shop}`)).status, 404);
});

testPublic('returns 404 for blocks that visitors cannot see', async ({ app, ada, bio, add, ask }) => {
  const later = await add('link', { ...link, starts: '2030-01-01T00:00' });
  const text = await add('text', { text: 'x' });
  const shown = await add('link', link);
  for (const id of [later, text, '999999']) assert.equal((await ask(`/bio/${bio}/to/${id}`)).status, 404, id);
  assert.equal((await ask(`/bio/${bio}/to/${shown}`)).status, 303);
  await publishBio(app, ada, bio, false);
  assert.equal((await ask(`/bio/${bio}/to/${shown}`)).status, 404);
  assert.equal((await ask(`/bio/0/to/${shown}`)).status, 404);
});

testPublic('a form stores submissions and rejects invalid ones', async ({ app, server, bio, add, ask }) => {
  const letters = await add('form', { purpose: 'newsletter', title: 'Letters', thanks: 'Well done' });
  const contact = await add('form', { purpose: 'contact', title: 'Write' });
  const send = (block: string, fields: Record<string, string>, origin = 'http://hop.test') =>
    server.inject({
      method: 'POST',
      url: `/bio/${bio}/form/${block}`,
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  const sent = await send(letters, { email: 'bob@example.org' });
  assert.deepEqual(
    [sent.statusCode, sent.headers.location],
    [303, `/bio/${bio}/sent/${letters}#b${letters}`],
  );
  assert.match((await ask(`/bio/${bio}/sent/${letters}`)).text, /role="status"[^]*Well done/);
  await send(letters, { email: 'BOB@example.org' });
  await send(letters, { email: 'robot@example.org', website: 'https://spam.example/' });
  await send(contact, { email: 'eve@example.org', name: 'Eve', message: '=1+1 <b>' });
  const refused = await send(contact, { email: 'eve', name: 'Eve', message: 'Hello' });
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /id="field-email-error"[^]*>\s*Hello<\/textarea>/);
  assert.equal((await send(contact, { email: 'eve@example.org' })).statusCode, 422);
  assert.equal(
    (await send(contact, { email: 'eve@example.org', message: 'x' }, 'https://evil.example')).statusCode,
    403,
  );
  assert.equal((await send('999999', { email: 'eve@example.org' })).statusCode, 404);
  const answers = await listFormAnswers(app, bio, { limit: 10 });
  assert.deepEqual(
    answers.map(({ form, name, email, message }) => [form, name, email, message]),
    [
      ['Write', 'Eve', 'eve@example.org', '=1+1 <b>'],
      ['Letters', '', 'bob@example.org', ''],
    ],
  );
});

testPublic(
  'a form accepts ten submissions per IP address in ten minutes',
  async ({ server, bio, add }) => {
    const letters = await add('form', { purpose: 'newsletter', title: 'Letters' });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      const { statusCode } = await server.inject({
        method: 'POST',
        url: `/bio/${bio}/form/${letters}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `email=p${i}@example.org`,
      });
      statuses.push(statusCode);
    }
    assert.deepEqual(statuses, [...Array<number>(10).fill(303), 429]);
  },
  { RATE_LIMITS: 'true' },
);
