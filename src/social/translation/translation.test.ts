import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { openOutbound } from '../../platform/outbound.ts';
import { block } from '../relationships/blocks.ts';
import { publishPost } from '../posts/publishing.ts';
import { translatePost } from './translation.ts';

/** A server with the interface of LibreTranslate: upper case is its translation. */
async function startTranslator() {
  const asked: Record<string, unknown>[] = [];
  const state = { status: 200, language: 'de', times: 1 };
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const sent = JSON.parse(body) as Record<string, string>;
      asked.push({ path: request.url, ...sent });
      response.setHeader('content-type', 'application/json');
      response.statusCode = sent.target === 'xx' ? 400 : state.status;
      response.end(
        response.statusCode === 200
          ? JSON.stringify({
              translatedText: sent.q?.toUpperCase().repeat(state.times),
              detectedLanguage: { confidence: 90, language: state.language },
            })
          : JSON.stringify({ error: 'no' }),
      );
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { asked, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

testPlaza(
  'members translate posts they may read, on the page and over the API',
  async ({ app, plaza, ada, bob }) => {
    const { asked, state, url, server } = await startTranslator();
    try {
      const id = await publishPost(app, ada, {
        text: 'Der Hafen ist **ruhig**',
        privacy: 'public',
        photos: [],
      });
      assert.doesNotMatch((await plaza.page(bob, `/posts/${id}`)).text, /translation/);
      assert.equal((await plaza.page(bob, `/posts/${id}/translation`)).status, 404);
      Object.assign(app, { outbound: openOutbound({ ...app.config, OUTBOUND_ALLOW: '127.0.0.0/8' }) });
      Object.assign(app.config, { TRANSLATE_URL: url, TRANSLATE_KEY: 'secret' });
      assert.match((await plaza.page(bob, `/posts/${id}`)).text, /Translate to English/);
      assert.doesNotMatch((await plaza.page(undefined, `/posts/${id}`)).text, /Translate to/);
      const { text } = await plaza.page(bob, `/posts/${id}/translation`);
      assert.match(text, /DER HAFEN IST <strong>RUHIG<\/strong>[^]*Translated from German by a machine/);
      const { path, ...sent } = asked[0] ?? {};
      assert.equal(path, '/translate');
      assert.deepEqual(sent, {
        q: 'Der Hafen ist **ruhig**',
        source: 'auto',
        target: 'en',
        format: 'text',
        api_key: 'secret',
      });
      const answer = await plaza.api(ada, 'GET', `/apis/php/posts/post/${id}/translation?language=en`);
      assert.equal((answer.body.data as { source_language: string }).source_language, 'de');
      assert.equal(asked.length, 1, 'the same text is translated once');
      const unknown = await plaza.api(ada, 'GET', `/apis/php/posts/post/${id}/translation?language=xx`);
      assert.equal(unknown.status, 400);
      state.language = 'no code';
      const page = await plaza.page(bob, `/posts/${id}/translation?to=es`);
      assert.match(page.text, /Translated from no code by a machine/);
      await block(app, ada, bob.id);
      assert.equal((await plaza.page(bob, `/posts/${id}/translation`)).status, 404);
      state.times = 1000;
      await assert.rejects(translatePost(app, ada, id, 'fr'), { kind: 'unavailable' });
      Object.assign(state, { times: 1, status: 500 });
      await assert.rejects(translatePost(app, ada, id, 'fr'), { kind: 'unavailable', retryAfter: 60 });
    } finally {
      server.close();
    }
  },
  { TRANSLATION_LIMIT: 30 },
);
