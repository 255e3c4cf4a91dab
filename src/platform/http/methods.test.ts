import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';

/** Headers that differ between requests. */
const ofRequest = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']);
/** An omitted body is not compressed. */
const ofBody = new Set(['content-encoding', 'transfer-encoding', 'content-length', 'vary']);

testPlaza('answers HEAD like GET, without the body', async ({ plaza }) => {
  for (const url of [
    '/apis/php/ping', // an API operation
    '/discover', // a page
    '/settings', // a page that redirects
    '/robots.txt',
    '/assets/nothing.css',
    '/apis/php/nothing',
    '/nothing',
    '/signout', // a path with only a POST route
  ]) {
    const headers = { accept: '*/*', 'accept-encoding': 'identity' };
    const [get, head] = [
      await plaza.inject({ url, headers }),
      await plaza.inject({ method: 'HEAD', url, headers }),
    ];
    assert.equal(head.body, '', url);
    assert.equal(head.statusCode, get.statusCode, url);
    const shown = (all: typeof get.headers) =>
      Object.entries(all)
        .filter(([name]) => !ofRequest.has(name) && !ofBody.has(name))
        .map(([name, value]) => `${name}: ${String(value).replaceAll(/nonce-[\w-]+/g, 'nonce')}`)
        .sort();
    assert.deepEqual(shown(head.headers), shown(get.headers), url);
    assert.equal(Number(head.headers['content-length']), Buffer.byteLength(get.body), url);
  }
});
