import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';

const url = 'https://example.com/page';

async function add(hop: Hop, body: object): Promise<number> {
  const answer = await hop.api('POST', '/api/url/add', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return Number(answer.body.id);
}

testHop('an invalid key returns 401 with the authentication scheme', async ({ ask }) => {
  for (const authorization of ['', 'Bearer nonsense']) {
    const { statusCode, headers } = await ask({ url: '/api/urls', headers: { authorization } });
    assert.deepEqual([statusCode, headers['www-authenticate']], [401, 'Bearer realm="Hop API"']);
  }
});

testHop('accepts numbers in place of text', async ({ asAda }) => {
  const id = await add(asAda, {
    url,
    custom: 2026,
    password: 12345,
    metatitle: 42,
    tags: [7],
    parameters: [{ name: 1, value: 2 }],
  });
  const { details } = (await asAda.api('GET', `/api/url/${id}`)).body as { details: Record<string, unknown> };
  assert.deepEqual(
    [details.shorturl, details.password, details.title, details.tags, details.parameters],
    ['http://hop.test/2026', true, '42', ['7'], [{ name: '1', value: '2' }]],
  );
  for (const [path, body] of [
    ['/api/campaign/add', { name: 2026, slug: 99 }],
    ['/api/channel/add', { name: 2026, description: 1 }],
    ['/api/pixel/add', { type: 'fbpixel', name: 1, tag: 1234567890 }],
    ['/api/qr/add', { type: 'text', data: 'x', name: 12 }],
  ] as const) {
    const answer = await asAda.api('POST', path, body);
    assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`);
  }
});

testHop('a link can open an app with a scheme that the operator allows', async ({ asAda }) => {
  const to = 'spotify:track:4uLU6hMCjMI75M1A2tKUQC';
  const id = await add(asAda, {
    url: to,
    custom: 'song',
    geotarget: [{ location: 'Canada', link: 'tel:+15550100' }],
  });
  const { details } = (await asAda.api('GET', `/api/url/${id}`)).body as { details: Record<string, unknown> };
  assert.deepEqual([details.longurl, details.title], [to, 'spotify']);
  assert.deepEqual(details.location, { canada: 'tel:+15550100' });
});
