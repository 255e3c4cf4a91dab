import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { test } from '../../../test/app.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { createWorld } from '../../../test/world.ts';
import { sendMessage } from '../chat/messages/messages.ts';
import { removePreview } from '../posts/editing.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { fetchPreview } from './fetching.ts';
import { type Head, headOf } from './head.ts';

describe('headOf', () => {
  const rows: [string, Partial<Head>][] = [
    [
      '<title>One</title><meta property="og:title" content="Two &amp; more"><meta name=description content=Words>',
      { title: 'Two & more', description: 'Words' },
    ],
    ['<head><title> A\n title </title><title>B</title>', { title: 'A title' }],
    [
      '<meta property="og:title" content="<script>alert(1)</script>">',
      { title: '<script>alert(1)</script>' },
    ],
    ['<body><meta property="og:title" content="below">', { title: '' }],
    ['<<<"\'>>><meta', { title: '' }],
    ['<title>a', { title: 'a' }],
    [`<title>${'x'.repeat(5000)}`, { title: `${'x'.repeat(199)}…` }],
    ['<meta '.repeat(50_000), { title: '' }],
    [`<title>deep</title>${'<a>'.repeat(170_000)}`, { title: 'deep' }],
  ];
  for (const [markup, expected] of rows)
    it(`parses ${markup.slice(0, 60)}`, async () =>
      assert.partialDeepStrictEqual(await headOf(markup), expected));
});

test('fetches a link’s preview once and stores its picture', async (app) => {
  const { ada, bob } = await createWorld(app);
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  let asked = 0;
  const site = createServer((request, response) => {
    if (request.url === '/p.png') return void response.setHeader('content-type', 'image/png').end(picture);
    asked += 1;
    response.setHeader('content-type', 'text/html');
    response.end('<meta property="og:title" content="A walk"><meta property="og:image" content="/p.png">');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const outbound = {
    ...app.outbound,
    fetch: (url: string, options?: object) => app.outbound.fetch(url, { ...options, ports: [port] }),
  };
  const address = `http://127.0.0.1:${port}/walk`;
  try {
    const id = await publishPost(app, ada, { text: `See ${address}`, privacy: 'public', photos: [] });
    assert.deepEqual(
      (await queuedJobs(app))
        .filter(({ name }) => name === 'social.fetch-preview')
        .map(({ payload }) => payload),
      [{ address }],
    );
    await fetchPreview({ ...app, outbound }, { address });
    await fetchPreview({ ...app, outbound }, { address });
    assert.equal(asked, 1);
    const { preview } = await getPost(app, bob, id);
    assert.deepEqual([preview?.title, preview?.host], ['A walk', '127.0.0.1']);
    assert.match(preview?.picture ?? '', /previews\/.*\.webp$/);
    await assert.rejects(removePreview(app, bob, id), { kind: 'forbidden' });
    await removePreview(app, ada, id);
    assert.equal((await getPost(app, bob, id)).preview, null);
  } finally {
    site.close();
  }
});

test('records a failed preview and shows nothing', async (app) => {
  const { ada } = await createWorld(app);
  const address = 'http://10.0.0.1/secret';
  const id = await publishPost(app, ada, { text: address, privacy: 'public', photos: [] });
  await fetchPreview(app, { address });
  assert.equal((await getPost(app, ada, id)).preview, null);
  const row = await app.db.selectFrom('social.link_preview').select('title').executeTakeFirstOrThrow();
  assert.equal(row.title, null);
});

test('the previews of an author wait for each other, and delay no one else’s', async (app) => {
  const { ada, bob } = await createWorld(app);
  for (const [author, n] of [
    [ada, 1],
    [ada, 2],
    [bob, 3],
  ] as const) {
    const text = `https://slow-${n}.example/`;
    await publishPost(app, author, { text, privacy: 'public', photos: [] });
  }
  await sendMessage(app, ada, { recipients: [bob.id], text: 'https://slow-4.example/' });
  const queues = (await queuedJobs(app))
    .filter(({ name }) => name.includes('preview'))
    .map(({ queue }) => queue);
  const [first] = queues;
  assert.ok(first);
  assert.deepEqual(
    queues.map((queue) => queue === first),
    [true, true, false, true],
  );
});
