// Checks that the parts of `npm run demo` are consistent. The demo itself takes too long for every run.
import assert from 'node:assert/strict';
import { readForums } from '../scripts/demo/forums/get-board.ts';
import { links } from '../scripts/demo/links.ts';
import { people } from '../scripts/demo/people.ts';
import { getThreads } from '../scripts/demo/get-threads.ts';
import { refuseBadUsername } from '../src/identity/account/names.ts';
import { parseAlias, parseTarget } from '../src/links/link/fields.ts';
import { checkPost } from '../src/social/posts/new-post.ts';
import { namesIn } from '../src/kernel/typed-text/tokens.ts';
import { tokensIn } from '../src/social/text/tokens.ts';
import { test } from './app.ts';

const threads = getThreads();
const usernames = new Set(people.map(({ username }) => username));
const texts = threads.flatMap((thread) => [thread, ...thread.comments]);

test('every author or person named in the demo has an account', () => {
  assert.ok(threads.length > 100);
  for (const { author, text } of texts)
    for (const name of [author, ...namesIn(tokensIn(text))])
      assert.ok(usernames.has(name), `${name}: ${text}`);
  for (const { owner } of links) assert.ok(usernames.has(owner), owner);
});

test('the demo’s forums have a moderator, threads and replies by its people', () => {
  const forums = readForums().flatMap(({ forums }) => forums);
  const titles = forums.map(({ title }) => title);
  assert.ok(titles.length > 4);
  for (const { moderator, below, threads } of forums) {
    if (moderator !== undefined) assert.ok(usernames.has(moderator), moderator);
    if (below !== undefined) assert.ok(titles.includes(below), below);
    assert.ok(threads.length > 0);
    for (const { by, title, text, replies, begunIn } of threads) {
      assert.ok(title && text, by);
      if (begunIn !== undefined) assert.ok(titles.includes(begunIn), begunIn);
      for (const [i, reply] of [{ by, text }, ...replies].entries()) {
        assert.ok(usernames.has(reply.by) && reply.text, `${reply.by}: ${reply.text}`);
        assert.ok(!('quote' in reply) || reply.quote === undefined || reply.quote < i, reply.text);
      }
    }
  }
});

test('every short link that a demo post mentions exists', () => {
  const aliases = new Set(links.map(({ alias }) => alias));
  assert.equal(aliases.size, links.length);
  const named = texts.flatMap(({ text }) =>
    [...text.matchAll(/hop:\/([\w-]+)/g)].map(([, alias = '']) => alias),
  );
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter((alias) => !aliases.has(alias)),
    [],
  );
});

test('the services accept the demo’s content', (app) => {
  for (const username of usernames) refuseBadUsername(username);
  for (const { alias, url } of links) {
    assert.equal(parseAlias(alias), alias);
    assert.equal(parseTarget(url, app.config), url);
  }
  for (const { text, privacy } of threads) assert.equal(checkPost({ text, privacy, photos: [] }).text, text);
});

test('no one repeats a message within one conversation', () => {
  for (const { comments } of threads) {
    const said = comments.map(({ author, text }) => `${author}: ${text}`);
    assert.deepEqual([...new Set(said)], said);
  }
});
