import assert from 'node:assert/strict';
import { test } from '../../test/app.ts';
import { testPlaza } from '../../test/ask-plaza.ts';
import { mountBoth } from '../../test/routes.ts';
import { days } from '../kernel/time.ts';
import { addForum, addSection } from './forums/forums.ts';
import { publishPost } from './posts/publishing.ts';
import { saveStaticPage } from './static-pages/static-pages.ts';

testPlaza('pages link to their feeds', async ({ app, olga, ada, plaza }) => {
  await publishPost(app, ada, { text: 'About #tea', privacy: 'public', photos: [] });
  const sectionId = await addSection(app, olga, 'Drinks');
  const forum = await addForum(app, olga, { sectionId, parentId: null, title: 'Tea', description: '' });
  for (const [path, feed] of [
    ['/@ada', '/feeds/people/ada/rss'],
    ['/discover', '/feeds/posts/rss'],
    ['/articles', '/feeds/articles/rss'],
    ['/forums', '/feeds/threads/rss'],
    ['/forums/threads', '/feeds/threads/rss'],
    [`/forums/${forum}/tea`, '/feeds/threads/rss'],
    ['/questions', '/feeds/questions/rss'],
    ['/hashtag/tea', '/feeds/tags/tea/rss'],
  ] as const) {
    const { text } = await plaza.page(undefined, path);
    const links = [...text.matchAll(/<link[^>]+type="application\/rss\+xml"[^>]*>/g)].map(([link]) => link);
    assert.deepEqual(
      links.map((link) => /href="([^"]+)"/.exec(link)?.[1]),
      [feed],
      path,
    );
    assert.equal((await plaza.page(undefined, feed)).status, 200, feed);
  }
});

testPlaza(
  'trending topics and the list of static pages are available as Markdown',
  async ({ app, plaza, olga }) => {
    await saveStaticPage(
      app,
      olga,
      { slug: 'terms', language: 'en', title: 'Terms', body: 'Be kind', position: 0, inFooter: false },
      undefined,
    );
    assert.ok(olga);
    for (const [path, start] of [
      ['/trending', /^# Trending, 24h\n/],
      ['/static', /^# About [^]+- \[Terms\]\(http:\/\/plaza\.test\/static\/terms\)/],
      ['/static/terms', /^# Terms\n\nBe kind\n/],
    ] as const) {
      const { headers, text } = await plaza.page(undefined, path, { accept: 'text/markdown' });
      assert.match(String(headers['content-type']), /^text\/markdown/, path);
      assert.match(text, start);
      assert.match(String(headers.vary), /Accept/i);
      assert.match((await plaza.page(undefined, path)).text, /^\s*<!doctype html>/, path);
    }
  },
);

testPlaza('a public post can be embedded, and a private one cannot', async ({ app, plaza, ada }) => {
  const publish = (privacy: 'public' | 'friends') =>
    publishPost(app, ada, {
      text: privacy === 'public' ? 'Tea <b>at</b> five' : 'For friends',
      privacy,
      photos: [],
    });
  const id = await publish('public');
  const page = await plaza.page(undefined, `/posts/${id}`);
  const [, href = ''] = /type="application\/json\+oembed"[^]*?href="([^"]+)"/.exec(page.text) ?? [];
  const { pathname, search } = new URL(href.replaceAll('&amp;', '&'));
  const answer = await plaza.inject({ url: `${pathname}${search}` });
  const embed = answer.json<Record<string, unknown>>();
  assert.deepEqual([answer.statusCode, embed.version, embed.type, embed.width], [200, '1.0', 'rich', 550]);
  assert.match(String(embed.html), /^<blockquote [^>]+><p>Tea &lt;b&gt;at&lt;\/b&gt; five/);
  assert.match(page.text, /"text":"Tea \\u003cb>at\\u003c\/b> five"/);
  const statusOf = async (url: string, more = '') =>
    (await plaza.inject({ url: `/oembed?url=${encodeURIComponent(url)}${more}` })).statusCode;
  assert.equal(await statusOf(`http://plaza.test/posts/${await publish('friends')}`), 404);
  assert.equal(await statusOf(`http://elsewhere.test/posts/${id}`), 404);
  assert.equal(await statusOf(`http://plaza.test/posts/${id}`, '&format=xml'), 400);
});

testPlaza('NodeInfo and OpenSearch are discoverable from the home page', async ({ plaza }) => {
  const { links } = (await plaza.inject({ url: '/.well-known/nodeinfo' })).json<{
    links: { href: string }[];
  }>();
  const node = (await plaza.inject({ url: new URL(links[0]?.href ?? '').pathname })).json<
    Record<string, unknown>
  >();
  assert.deepEqual([node.version, node.openRegistrations], ['2.1', true]);
  const page = await plaza.page(undefined, '/discover');
  const [, href = ''] = /<link[^>]+rel="search"[^>]+href="([^"]+)"/.exec(page.text) ?? [];
  const { text, headers } = await plaza.page(undefined, href);
  assert.match(String(headers['content-type']), /^application\/opensearchdescription\+xml/);
  assert.match(text, /^<\?xml [^]+template="http:\/\/plaza\.test\/search\?q=\{searchTerms\}"/);
});

test('both services have security.txt and a manifest whose icons exist', async (shared) => {
  const app = { ...shared, config: { ...shared.config, SECURITY_CONTACT: 'mailto:safe@example.org' } };
  const { plaza, hop } = await mountBoth(app);
  for (const { server } of [plaza, hop]) {
    const { body } = await server.inject('/.well-known/security.txt');
    assert.match(body, /^Contact: mailto:safe@example\.org$/m);
    const [, expires = ''] = /^Expires: (.+)$/m.exec(body) ?? [];
    const left = new Date(expires).getTime() - app.clock.now().getTime();
    assert.ok(left > 0 && left < days(366));
    const { icons, share_target } = (await server.inject('/manifest.webmanifest')).json<{
      icons: { src: string; type: string }[];
      share_target: object;
    }>();
    assert.deepEqual(share_target, {
      action: server === hop.server ? '/dashboard/links/new' : '/compose',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    });
    for (const { src, type } of icons) {
      const icon = await server.inject(src);
      assert.deepEqual([icon.statusCode, icon.headers['content-type']], [200, type], src);
    }
    await server.close();
  }
});
