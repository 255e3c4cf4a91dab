import assert from 'node:assert/strict';
import RssParser from 'rss-parser';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { publishPost } from '../posts/publishing.ts';

const reader = new RssParser();

testPlaza('returns RSS and Atom feeds of all public posts', async ({ app, plaza, ada, bob }) => {
  const say = (text: string, privacy: 'public' | 'friends' = 'public', warning = '') =>
    publishPost(app, ada, { text, privacy, warning, photos: [] });
  const id = await say('Tea & <b>cake</b> ]]> at five #tea');
  await say('Only for friends', 'friends');
  await say('The butler did it', 'public', 'The end of a film');
  await publishPost(app, bob, {
    kind: 'article',
    title: 'On "tea" & cake',
    text: '# One\n\n[a](/hashtag/tea)',
    privacy: 'public',
    photos: [],
  });

  for (const format of ['rss', 'atom']) {
    const { status, headers, text } = await plaza.page(undefined, `/feeds/posts/${format}`);
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), new RegExp(`^application/${format}\\+xml`));
    const feed = await reader.parseString(text);
    const titles = feed.items.map(({ title }) => title?.trim());
    assert.deepEqual(titles, ['On "tea" & cake', 'The end of a film', 'Tea & <b>cake</b> ]]> at five #tea']);
    assert.equal(feed.items[2]?.link, `http://plaza.test/posts/${id}`);
    assert.ok(!text.includes('butler'), 'content behind a warning is omitted');
    assert.ok(text.includes('http://plaza.test/hashtag/tea'), 'URLs are absolute');
    assert.ok(!text.includes('Only for friends'));
  }
  const ofPerson = await reader.parseString((await plaza.page(undefined, '/feeds/people/ada/rss')).text);
  assert.equal(ofPerson.items.length, 2);
  assert.match(ofPerson.title ?? '', /^Ada Test/);
  const ofTag = await reader.parseString((await plaza.page(undefined, '/feeds/tags/TEA/atom')).text);
  assert.equal(ofTag.items.length, 1);
});

testPlaza('returns the same items as JSON Feed', async ({ app, plaza, ada }) => {
  await publishPost(app, ada, {
    kind: 'question',
    title: 'Why tea?',
    text: 'Well',
    privacy: 'public',
    photos: [],
  });
  const { text } = await plaza.page(undefined, '/feeds/questions/json');
  const feed = JSON.parse(text) as {
    version: string;
    feed_url: string;
    items: { title: string; url: string }[];
  };
  assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
  assert.equal(feed.feed_url, 'http://plaza.test/feeds/questions/json');
  assert.equal(feed.items[0]?.title, 'Why tea?');
  assert.match(feed.items[0].url, /\/questions\/\d+\/why-tea$/);
});

testPlaza('returns 404 for a missing feed', async ({ plaza }) => {
  for (const path of [
    '/feeds/people/nobody/rss',
    '/feeds/nothing/rss',
    '/feeds/posts/xml',
    '/feeds/pages/none/atom',
  ])
    assert.match(String((await plaza.page(undefined, path)).status), /^40[04]$/, path);
});
