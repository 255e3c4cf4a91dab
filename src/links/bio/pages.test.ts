import assert from 'node:assert/strict';
import sharp from 'sharp';
import { type Hop, testHop } from '../../../test/ask-hop.ts';

const path = '/dashboard/bio';

/** Creates a page with the form and returns the path of its builder. */
async function create(hop: Hop, fields: Record<string, string> = { title: 'Ada', custom: 'ada' }) {
  const { status, location } = await hop.form(path, fields);
  assert.equal(status, 303);
  return String(location);
}

const add = (hop: Hop, bio: string, kind: string, fields: Record<string, string>) =>
  hop.form(`${bio}/blocks/new?kind=${kind}`, fields);

const link = (title: string) => ({ title, url: `https://example.com/${title}` });

/** Returns the titles and ids of the blocks in order. */
async function blocks(hop: Hop, bio: string): Promise<{ id: string; title: string }[]> {
  const { text } = await hop.page(bio);
  return [...text.matchAll(/data-id="(\d+)"[^]*?bio-block-title">([^<]*)</g)].map(
    ([, id = '', title = '']) => ({ id, title }),
  );
}

const titles = async (hop: Hop, bio: string) => (await blocks(hop, bio)).map(({ title }) => title);

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a03' } })
    .jpeg()
    .toBuffer();

testHop('a page is created, found, disabled, deleted and restored', async ({ asAda }) => {
  assert.match((await asAda.page(path)).text, /Create your first bio page/);
  const bio = await create(asAda, { title: 'Ada <b>', custom: 'ada' });
  assert.match((await asAda.page(`${path}?q=ADA`)).text, /Ada &lt;b&gt;<\/a>/);
  assert.match((await asAda.page(`${path}?q=nothing`)).text, /No matching pages/);
  await asAda.form(`${bio}/publish`, { published: 'no' });
  assert.match((await asAda.page(bio)).text, />Off</);
  await asAda.form(`${bio}/publish`, { published: 'yes' });
  assert.match((await asAda.page(bio)).text, /Published/);
  const { location } = await asAda.form(`${bio}/delete`);
  assert.match((await asAda.page(String(location))).text, /Page deleted[^]*Undo/);
  assert.equal((await asAda.page(bio)).status, 404);
  await asAda.form(`${bio}/restore`);
  assert.equal((await asAda.page(bio)).status, 200);
});

testHop('bio pages and links share one alias namespace', async ({ app, asAda, asBob }) => {
  await asBob.api('POST', '/api/url/add', { url: 'https://example.com/', custom: 'taken' });
  const { status, text } = await asAda.form(path, { title: 'Ada', custom: 'taken' });
  assert.equal(status, 409);
  assert.match(text, /id="field-custom-error">[^]*taken/);
  const bio = await create(asAda);
  const again = await asBob.api('POST', '/api/url/add', { url: 'https://example.com/', custom: 'ada' });
  assert.equal(again.status, 409);
  await asAda.form(`${bio}/delete`);
  await app.db.deleteFrom('links.reserved_alias').execute();
  await asBob.api('POST', '/api/url/add', { url: 'https://example.com/', custom: 'ada' });
  assert.equal((await asAda.form(`${bio}/restore`)).status, 409);
  for (const [fields, field] of [
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(81) }, 'title'],
    [{ title: 'Ada', custom: 'dashboard' }, 'custom'],
    [{ title: 'Ada', domain: 'other.example' }, 'domain'],
  ] as const) {
    const refused = await asAda.form(path, fields);
    assert.equal(refused.status, 422, JSON.stringify(fields));
    assert.ok(refused.text.includes(`id="field-${field}-error"`) || field === 'domain', field);
  }
});

testHop('blocks of every kind are added, changed and shown', async ({ asAda }) => {
  const bio = await create(asAda);
  await asAda.api('POST', '/api/url/add', {
    url: 'https://example.com/',
    custom: 'spring',
    metatitle: 'Spring',
  });
  const rows: [string, Record<string, string>][] = [
    ['link', { ...link('Shop'), note: 'Open', highlight: 'on' }],
    ['heading', { text: 'News' }],
    ['text', { text: 'I am **bold**' }],
    ['video', { title: 'Video', url: 'https://youtu.be/dQw4w9WgXcQ' }],
    ['social', { instagram: 'ada' }],
    ['form', { purpose: 'newsletter', title: 'Letters' }],
    ['featured', { short: 'hop.test/spring' }],
    ['divider', {}],
  ];
  for (const [kind, fields] of rows) assert.equal((await add(asAda, bio, kind, fields)).status, 303, kind);
  const file = { field: 'picture', name: 'x.jpg', body: await picture() };
  assert.equal((await asAda.upload(`${bio}/blocks/new?kind=image`, file, { alt: 'Red' })).status, 303);
  const shown = (await asAda.page(`${bio}/preview`)).text;
  for (const [kind, pattern] of [
    ['link', /class="link highlight"[^>]*href="https:\/\/example.com\/Shop"[^]*<small>Open/],
    ['heading', /<h2>News<\/h2>/],
    ['text', /<p>I am <strong>bold<\/strong><\/p>/],
    ['video', /class="video"[^]*Plays from YouTube/],
    ['social', /aria-label="Instagram"/],
    ['form', /<form[^]*Letters[^]*type="email"/],
    ['featured', /<span>Spring<small>hop.test\/spring/],
    ['divider', /<hr \/>/],
    ['image', /<img\s+src="[^"]*\.webp" width="40" height="30" alt="Red"/],
  ] as const)
    assert.match(shown, pattern, kind);
  assert.doesNotMatch(shown, /<script(?! type="application)|style="|<iframe/);
  for (const { id, title } of await blocks(asAda, bio)) {
    if (title === 'Divider') continue;
    const { status, text } = await asAda.page(`${bio}/blocks/${id}`);
    assert.equal(status, 200);
    assert.ok(text.includes(`id="block-${id}"`));
  }
  const [first] = await blocks(asAda, bio);
  await asAda.form(`${bio}/blocks/${first?.id}`, { ...link('Store'), note: '' });
  assert.equal((await titles(asAda, bio))[0], 'Store');
  assert.doesNotMatch((await asAda.page(`${bio}/preview`)).text, /highlight"/);
});

testHop('an invalid block is rejected at its field', async ({ asAda, asBob }) => {
  const bio = await create(asAda);
  await asBob.api('POST', '/api/url/add', { url: 'https://example.com/', custom: 'bobs' });
  for (const [kind, fields, field] of [
    ['link', { title: '', url: 'https://example.com/' }, 'title'],
    ['link', { title: 'x', url: 'javascript:alert(1)' }, 'url'],
    ['link', { title: 'x', url: 'http://hop.test/ada' }, 'url'],
    ['link', { ...link('x'), note: 'x'.repeat(161) }, 'note'],
    ['link', { ...link('x'), starts: '2030-01-02T00:00', ends: '2030-01-01T00:00' }, 'ends'],
    ['heading', { text: '' }, 'text'],
    ['text', { text: 'x'.repeat(5001) }, 'text'],
    ['image', { alt: 'x' }, 'picture'],
    ['image', { alt: '' }, 'alt'],
    ['video', { title: 'x', url: 'https://example.com/' }, 'url'],
    ['social', {}, 'instagram'],
    ['form', { title: 'x' }, 'purpose'],
    ['featured', { short: 'bobs' }, 'short'],
    ['featured', { short: 'ada' }, 'short'],
  ] as [string, Record<string, string>, string][]) {
    const { status, text } = await add(asAda, bio, kind, fields);
    assert.equal(status, 422, `${kind} ${JSON.stringify(fields)}`);
    assert.ok(text.includes(`id="field-${field}-error"`), `${kind}: ${field}`);
  }
  const text = { field: 'picture', name: 'x.png', body: 'no picture' };
  assert.equal((await asAda.upload(`${bio}/blocks/new?kind=image`, text, { alt: 'x' })).status, 422);
  for (const kind of ['', 'unknown']) assert.equal((await add(asAda, bio, kind, link('x'))).status, 400);
  assert.deepEqual(await titles(asAda, bio), []);
});

testHop('blocks are moved, hidden, deleted and restored to their place', async ({ asAda }) => {
  const bio = await create(asAda);
  for (const title of ['a', 'b', 'c']) await add(asAda, bio, 'link', link(title));
  const [a, b, c] = (await blocks(asAda, bio)).map(({ id }) => id);
  await asAda.form(`${bio}/blocks/${c}/move`, { direction: 'up' });
  assert.deepEqual(await titles(asAda, bio), ['a', 'c', 'b']);
  await asAda.form(`${bio}/blocks/${a}/move`, { direction: 'up' });
  await asAda.form(`${bio}/order`, { order: [b, '999', b, a].join() });
  assert.deepEqual(await titles(asAda, bio), ['b', 'a', 'c']);
  await asAda.form(`${bio}/blocks/${a}/hide`, { hidden: 'yes' });
  assert.doesNotMatch((await asAda.page(`${bio}/preview`)).text, /<span>a</);
  await asAda.form(`${bio}/blocks/${a}/hide`, { hidden: 'no' });
  assert.match((await asAda.page(`${bio}/preview`)).text, /<span>a</);
  const { location } = await asAda.form(`${bio}/blocks/${a}/delete`);
  assert.match((await asAda.page(String(location))).text, /Block deleted[^]*Undo/);
  assert.deepEqual(await titles(asAda, bio), ['b', 'c']);
  assert.equal((await asAda.page(`${bio}/blocks/${a}`)).status, 404);
  await asAda.form(`${bio}/blocks/${a}/restore`);
  assert.deepEqual(await titles(asAda, bio), ['b', 'a', 'c']);
  assert.equal((await asAda.form(`${bio}/order`, { order: '999' })).status, 400);
  assert.equal((await asAda.form(`${bio}/order`, { order: 'a,b' })).status, 400);
});

testHop('the design and settings are stored, and unreadable colors are rejected', async ({ asAda }) => {
  const bio = await create(asAda);
  assert.equal((await asAda.form(`${bio}/design`, { theme: 'dusk', shape: 'leaf' })).status, 303);
  assert.match((await asAda.page(`${bio}/design`)).text, /value="dusk" checked/);
  assert.match((await asAda.page(`${bio}/preview`)).text, /--corner:1\.75rem/);
  const own = {
    theme: 'ink',
    own: 'on',
    page: '#ffffff',
    text: '#eeeeee',
    button: '#000000',
    onButton: '#ffffff',
  };
  const { status, text } = await asAda.form(`${bio}/design`, own);
  assert.equal(status, 422);
  assert.match(text, /id="field-text-error">[^]*readable/);
  assert.equal((await asAda.form(`${bio}/design`, { ...own, text: '#333333' })).status, 303);
  assert.match((await asAda.page(`${bio}/preview`)).text, /--text:#333333/);
  const avatar = { field: 'avatar', name: 'x.jpg', body: await picture() };
  const settings = {
    title: 'Countess',
    about: 'Poet',
    custom: 'countess',
    metatitle: 'Seen',
    metadescription: 'So',
  };
  assert.equal((await asAda.upload(`${bio}/settings`, avatar, settings)).status, 303);
  const shown = (await asAda.page(`${bio}/preview`)).text;
  for (const pattern of [
    /<h1>Countess/,
    /class="avatar"/,
    /<title>Seen/,
    /og:description" content="So"/,
    /canonical" href="http:\/\/hop.test\/countess"/,
  ])
    assert.match(shown, pattern);
  await asAda.form(`${bio}/settings`, { ...settings, removeAvatar: 'on' });
  assert.doesNotMatch((await asAda.page(`${bio}/preview`)).text, /class="avatar"/);
  assert.equal((await asAda.form(`${bio}/settings`, { ...settings, metaimage: 'x' })).status, 422);
});

testHop('returns 404 for pages of other accounts', async ({ asAda, asBob, asNobody }) => {
  const bio = await create(asAda);
  await add(asAda, bio, 'link', link('a'));
  const [block] = await blocks(asAda, bio);
  const parts = ['', '/preview', '/design', '/settings', '/statistics', '/answers', '/answers.csv', '/blocks/new?kind=link', `/blocks/${block?.id}`]; // prettier-ignore
  for (const part of parts) {
    assert.equal((await asBob.page(bio + part)).status, 404, part);
    assert.equal((await asNobody.page(bio + part)).status, 303, part);
  }
  const forms: [string, Record<string, string>][] = [
    ['/publish', { published: 'no' }],
    ['/delete', {}],
    ['/restore', {}],
    ['/design', { theme: 'ink' }],
    ['/settings', { title: 'Mine' }],
    ['/order', { order: String(block?.id) }],
    ['/blocks/new?kind=link', link('b')],
    [`/blocks/${block?.id}`, link('b')],
    [`/blocks/${block?.id}/move`, { direction: 'up' }],
    [`/blocks/${block?.id}/hide`, { hidden: 'yes' }],
    [`/blocks/${block?.id}/delete`, {}],
    [`/blocks/${block?.id}/restore`, {}],
    ['/answers/1/delete', {}],
  ];
  for (const [part, fields] of forms) assert.equal((await asBob.form(bio + part, fields)).status, 404, part);
  // A link is not a bio page, and a block is only available on its own page.
  const { body } = await asAda.api('POST', '/api/url/add', { url: 'https://example.com/' });
  assert.equal((await asAda.page(`${path}/${Number(body.id)}`)).status, 404);
  const other = await create(asAda, { title: 'Other' });
  assert.equal((await asAda.form(`${other}/blocks/${block?.id}/delete`)).status, 404);
  assert.equal((await asAda.page(`${other}/blocks/${block?.id}`)).status, 404);
});

testHop('the API lists bio pages, and channels can contain them', async ({ asAda, asBob }) => {
  const bio = await create(asAda);
  const id = Number(bio.split('/').pop());
  const listed = await asAda.api('GET', '/api/bio');
  const { data } = listed.body as { data: { bios: Record<string, unknown>[] } };
  assert.equal(listed.body.error, '0');
  assert.deepEqual(data.bios, [
    {
      id,
      alias: 'ada',
      title: 'Ada',
      link: 'http://hop.test/ada',
      visits: 0,
      published: true,
      date: '2026-03-01 12:00:00',
    },
  ]);
  const { body } = await asAda.api('POST', '/api/channel/add', { name: 'News' });
  const assign = (hop: Hop, type: string) =>
    hop.api('POST', `/api/channel/${Number(body.id)}/assign/${type}/${id}`);
  assert.deepEqual((await assign(asAda, 'bio')).status, 200);
  assert.equal((await assign(asAda, 'links')).status, 404);
  assert.equal((await assign(asAda, 'qr')).status, 404);
  assert.equal((await assign(asBob, 'bio')).status, 404);
  const items = async () =>
    ((await asAda.api('GET', `/api/channel/${Number(body.id)}`)).body as { data: { items: unknown[] } }).data
      .items;
  assert.deepEqual(await items(), [
    {
      type: 'bio',
      id,
      title: 'Ada',
      preview: 'http://hop.test/ada',
      link: 'http://hop.test/ada',
      date: '2026-03-01',
    },
  ]);
  await asAda.form(`${bio}/delete`);
  assert.deepEqual(await items(), []);
});
