import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { buildExport, openExport, requestExport } from '../../../identity/exports/exports.ts';
import { plazaExport } from '../../accounts/data/plaza-export.ts';
import { addArticle } from '../../articles/articles.ts';
import { publishPost } from '../../posts/publishing.ts';
import { listPostsOf } from '../../posts/reading/lists.ts';
import { storeUpload } from '../../uploads/uploads.ts';
import { toPaywallForm } from '../../posts/requests/paywall.ts';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { zip } from '../../../../test/peers/mastodon-archive.ts';
import { getImport, type Import } from '../import.ts';
import { readImport } from '../read-import.ts';
import { runImport } from '../run-import.ts';

async function move({ app, plaza, ada }: World, name: string, body: Buffer): Promise<Import> {
  const sent = await plaza.upload(ada, '/apis/php/imports', {}, { name, body });
  assert.equal(sent.status, 200, sent.body.message);
  const { id } = sent.body.data as { id: string };
  await readImport(app, { id });
  const found = await getImport(app, ada, id);
  if (found.state !== 'ready') return found;
  const { status, body: answer } = await plaza.api(ada, 'POST', '/apis/php/imports/start', { id });
  assert.equal(status, 200, answer.message);
  await runImport(app, { id });
  return getImport(app, ada, id);
}

const counts = (found: Import) =>
  found.counts.map(({ kind, state, n }) => `${kind} ${state} ${n}`).toSorted();

const articlesOf = ({ app, ada }: World) =>
  app.db
    .selectFrom('social.post as post')
    .innerJoin('social.article as article', 'article.post_id', 'post.id')
    .where('author_id', '=', ada.id)
    .orderBy('post.id')
    .select(['post.title', 'post.text', 'post.created_at', 'post.privacy', 'article.tags'])
    .execute();

/** In the form of `export_wp` of WordPress. */
const wxr = (picture: string) => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.5" created="2026-01-01 10:00" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
  <title>Bread &amp; Co</title><link>https://blog.example</link>
  <wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://blog.example</wp:base_site_url><wp:base_blog_url>https://blog.example</wp:base_blog_url>
  <wp:author><wp:author_login><![CDATA[ada]]></wp:author_login></wp:author>
${[
  [
    '2',
    'post',
    'publish',
    '',
    '2021-02-02 08:00:00',
    'Second &#8211; loaf',
    'First line\n\nSecond <strong>bold</strong>\nbroken <script>alert(1)</script>',
  ],
  [
    '1',
    'post',
    'publish',
    '',
    '2021-01-01 08:00:00',
    '<![CDATA[Rye & salt]]>',
    `<!-- wp:paragraph --><p>Mix <em>well</em>.</p><!-- /wp:paragraph --><h2>How</h2><ul><li>one</li><li>two</li></ul><figure><img src="${picture}" alt="A [loaf]"></figure><p><a href="https://blog.example/x">more</a></p>`,
  ],
  ['3', 'post', 'draft', '', '2021-03-03 08:00:00', 'Draft', 'not yet'],
  ['4', 'post', 'publish', 'secret', '2021-03-03 08:00:00', 'Locked', 'for some'],
  ['5', 'page', 'publish', '', '2021-03-03 08:00:00', 'About', 'a page'],
]
  .map(
    ([id, type, status, password, at, title, content]) => `  <item>
    <title>${title}</title><link>https://blog.example/${id}/</link><dc:creator><![CDATA[ada]]></dc:creator>
    <content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded>
    <wp:post_id>${id}</wp:post_id><wp:post_date_gmt><![CDATA[${at}]]></wp:post_date_gmt><wp:status><![CDATA[${status}]]></wp:status>
    <wp:post_type><![CDATA[${type}]]></wp:post_type><wp:post_password><![CDATA[${password}]]></wp:post_password>
    <category domain="category" nicename="bread"><![CDATA[Bread]]></category><category domain="post_tag" nicename="rye"><![CDATA[Rye flour]]></category>
    <wp:postmeta><wp:meta_key><![CDATA[_edit_last]]></wp:meta_key><wp:meta_value><![CDATA[1]]></wp:meta_value></wp:postmeta>
    <wp:comment><wp:comment_content><![CDATA[Nice]]></wp:comment_content></wp:comment>
  </item>`,
  )
  .join('\n')}
</channel></rss>`;

testPlaza('a WordPress export becomes articles with dates, tags and pictures', async (world) => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a40' } })
    .png()
    .toBuffer();
  const blog = createServer((_request, response) => response.end(picture)).listen(0, '127.0.0.1');
  await once(blog, 'listening');
  try {
    const address = `http://127.0.0.1:${(blog.address() as AddressInfo).port}/loaf.png`;
    const done = await move(world, 'bread.WordPress.2026-01-01.xml', Buffer.from(wxr(address)));
    assert.deepEqual([done.format, done.from], ['wordpress', 'https://blog.example'], done.problem);
    assert.deepEqual(counts(done), ['article done 2', 'not_public skipped 2']);
    const [rye, second] = await articlesOf(world);
    assert.equal(rye?.title, 'Rye & salt');
    assert.match(
      rye.text,
      /^Mix _well_\.\n\n## How\n\n- {3}one\n- {3}two\n\n!\[A {2}loaf\]\(\/content\/uploads\/photos\/.*\.webp#40x30\)\n\n\[more\]\(https:\/\/blog\.example\/x\)$/,
    );
    assert.deepEqual(
      [rye.tags, rye.privacy, rye.created_at.toISOString()],
      [['rye_flour'], 'public', '2021-01-01T08:00:00.000Z'],
    );
    assert.deepEqual(
      [second?.title, second?.text],
      ['Second – loaf', 'First line\n\nSecond **bold**\\\nbroken'],
    );
    const again = await move(world, 'bread.xml', Buffer.from(wxr(address)));
    assert.deepEqual(counts(again), ['article known 2', 'not_public skipped 2']);
  } finally {
    blog.close();
  }
});

testPlaza('a Ghost export becomes articles, without what is for members', async (world) => {
  const post = (id: string, title: string, more: object = {}) => ({
    ...{ id, title, slug: `post-${id}`, type: 'post', status: 'published', visibility: 'public' },
    ...{
      html: `<p>${title} at <a href="__GHOST_URL__/about/">home</a></p>`,
      published_at: `2022-0${id}-01T00:00:00.000Z`,
      ...more,
    },
  });
  const data = {
    posts: [
      post('2', 'Two'),
      post('1', 'One'),
      post('3', 'Three', { visibility: 'paid' }),
      post('4', 'Page', { type: 'page' }),
      post('5', 'Five', { status: 'draft' }),
    ],
    tags: [{ id: 't', name: 'Sour dough', slug: 'sour-dough' }],
    posts_tags: [{ post_id: '1', tag_id: 't', sort_order: 0 }],
    settings: [{ key: 'url', value: 'https://ghost.example/' }],
  };
  const body = Buffer.from(JSON.stringify({ db: [{ meta: { exported_on: 1, version: '5.80.0' }, data }] }));
  const done = await move(world, 'bread.ghost.2026-01-01-10-00-00.json', body);
  assert.deepEqual(counts(done), ['article done 2', 'not_public skipped 2']);
  assert.deepEqual(
    (await articlesOf(world)).map(({ title, text, tags }) => [title, text, tags]),
    [
      ['One', 'One at [home](https://ghost.example/about/)', ['sour_dough']],
      ['Two', 'Two at [home](https://ghost.example/about/)', []],
    ],
  );
});

testPlaza('a Substack export becomes articles, without what is for subscribers', async (world) => {
  const files = {
    'posts.csv': `post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url
1.first,2023-01-01T00:00:00.000Z,true,,,newsletter,everyone,"First, indeed",Why bread,
2.paid,2023-01-02T00:00:00.000Z,true,,,newsletter,only_paid,Paid,,
3.draft,,false,,,newsletter,everyone,Draft,,
`,
    'posts/1.first.html': '<p>Hello</p><div><hr></div><blockquote><p>Quote</p></blockquote>',
    'posts/2.paid.html': '<p>Paid</p>',
    'posts/3.draft.html': '<p>Draft</p>',
  };
  const archive = zip(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  );
  const done = await move(world, 'export.zip', archive);
  assert.deepEqual(counts(done), ['article done 1', 'not_public skipped 2'], done.problem);
  const [first] = await articlesOf(world);
  assert.deepEqual(
    [first?.title, first?.text],
    ['First, indeed', '*Why bread*\n\nHello\n\n* * *\n\n> Quote'],
  );
});

testPlaza('the archive of an account is moved to another one', async (world) => {
  const { app, ada, bob } = world;
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a40' } })
    .webp()
    .toBuffer();
  const file = await app.files.newTemporary();
  await writeFile(file, picture);
  const path = await storeUpload(app, bob, { file, name: 'loaf.webp', kind: 'photos' });
  await publishPost(app, bob, {
    text: 'With a picture',
    privacy: 'friends',
    photos: [{ path, alt: 'A loaf' }],
  });
  await publishPost(app, bob, { text: 'For me', privacy: 'me', photos: [] });
  await addArticle(app, bob, {
    ...{
      title: 'How to bake',
      text: 'Mix **well**',
      privacy: 'public',
      group: '',
      tags: 'rye',
      category: '',
      cover: '',
      coverAlt: '',
      warning: '',
    },
    ...toPaywallForm(null),
  });
  await requestExport(app, plazaExport, bob);
  const { id: asked } = await app.db.selectFrom('social.data_export').select('id').executeTakeFirstOrThrow();
  await buildExport(app, plazaExport, { id: asked });
  const { stream } = await openExport(app, plazaExport, bob, asked);
  const done = await move(world, 'plaza-bob.zip', await buffer(stream));
  assert.deepEqual([done.format, ...counts(done)], ['plaza', 'article done 1', 'post done 2'], done.problem);
  const { items } = await listPostsOf(app, ada, ada.id);
  assert.deepEqual(
    items.map(({ text, privacy, photos }) => [text, privacy, photos.map(({ alt, width }) => [alt, width])]),
    [
      ['Mix **well**', 'public', []],
      ['For me', 'me', []],
      ['With a picture', 'friends', [['A loaf', 40]]],
    ],
  );
});

const ghost = (markup: string) =>
  JSON.stringify({
    db: [{ data: { posts: [{ id: '1', title: 'Deep', html: markup, status: 'published' }] } }],
  });

testPlaza('texts that the database would refuse are imported without what is no character', async (world) => {
  const broken = ghost('<p>a\ud83d \u0000b \ud83d\ude00</p>');
  const found = await move(world, 'site.json', Buffer.from(broken));
  assert.deepEqual([found.state, counts(found)], ['finished', ['article done 1']]);
  const [article] = await articlesOf(world);
  assert.equal(article?.text, 'a\ufffd b \ud83d\ude00');
});

testPlaza('what is no export is refused', async (world) => {
  const rows: [string, string, RegExp][] = [
    ['export.xml', '<rss><channel></channel></rss>', /no articles/],
    ['export.xml', `<rss>${'<a>'.repeat(2000)}`, /no articles/],
    ['site.json', '{"db": []}', /export of a Ghost site/],
    ['site.json', '['.repeat(10_000), /export of a Ghost site/],
    ['site.json', '{"db": [{"data": {"posts": []}}]}', /no articles/],
  ];
  for (const [name, text, reason] of rows) {
    const found = await move(world, name, Buffer.from(text));
    assert.equal(found.state, 'unreadable', text.slice(0, 40));
    assert.match(found.problem, reason);
    await world.plaza.api(world.ada, 'POST', '/apis/php/imports/cancel', { id: found.id });
  }
});
