import assert from 'node:assert/strict';
import { testPlaza } from '../../test/ask-plaza.ts';
import { changePrivacy, getPrivacy } from '../identity/account/privacy.ts';
import { deletePost } from './posts/deleting.ts';
import { publishPost } from './posts/publishing.ts';

const addressesIn = (text: string) =>
  Array.from(text.matchAll(/<loc>http:\/\/plaza\.test([^<]*)<\/loc>/g), ([, path]) => path ?? '');

testPlaza(
  'lists public pages for search engines with their last change',
  async ({ app, plaza, ada, bob }) => {
    const write = (title: string, privacy: 'public' | 'friends' = 'public') =>
      publishPost(app, ada, { kind: 'article', title, text: `About ${title}`, privacy, photos: [] });
    const id = await write('Tea & cake');
    const hidden = await write('For friends', 'friends');
    const gone = await write('Gone');
    await deletePost(app, ada, gone);
    await changePrivacy(app, bob.id, { ...(await getPrivacy(app, bob.id)), isListed: false });

    const index = await plaza.page(undefined, '/sitemap.xml');
    assert.match(String(index.headers['content-type']), /^application\/xml/);
    assert.match(
      index.text,
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*<sitemapindex xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/,
    );
    const lists = addressesIn(index.text);
    assert.ok(lists.some((path) => path.startsWith('/sitemaps/posts-')));
    assert.match(index.text, /posts-\d+\.xml<\/loc><lastmod>2026-03-01T12:00:00\.000Z</);

    const texts = await Promise.all(lists.map(async (path) => plaza.page(undefined, path)));
    assert.deepEqual([...new Set(texts.map(({ status }) => status))], [200]);
    const found = texts.flatMap(({ text }) => addressesIn(text));
    assert.ok(found.includes(`/articles/${id}/tea-cake`));
    assert.ok(found.includes('/@ada') && found.includes('/discover'));
    assert.ok(!found.includes('/@bob'), 'people who opted out are not listed');
    for (const absent of [hidden, gone]) assert.ok(!found.some((path) => path.includes(`/${absent}/`)));
  },
);

testPlaza('returns an error for an invalid sitemap', async ({ plaza }) => {
  for (const path of ['/sitemaps/posts-999999.xml', '/sitemaps/secrets-0.xml', '/sitemaps/posts-x.xml'])
    assert.match(String((await plaza.page(undefined, path)).status), /^40[04]$/, path);
});
