import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';

const path = '/dashboard/api';

/** Returns the actions of the forms that show unseen keys, newest first. */
const toShow = async (hop: Hop) =>
  [...(await hop.page(path)).text.matchAll(/action="([^"]+\/show)"/g)].map(([, action]) => action ?? '');

/** Creates a key and returns it as shown on the response page. */
async function create(hop: Hop, fields: Record<string, string>): Promise<string> {
  const { status, text } = await hop.form(`${path}/keys`, { name: 'Shop', ...fields });
  assert.equal(status, 200, text);
  return keyIn(text);
}

const keyIn = (text: string) => /<code[^>]*>([\w-]{43})<\/code>/.exec(text)?.[1] ?? '';

testHop('a new key is shown immediately for copying, and never again', async ({ asAda }) => {
  const before = await toShow(asAda);
  const created = await asAda.form(`${path}/keys`, { name: 'Shop', reach: 'all' });
  const key = /data-copy="([\w-]{43})"/.exec(created.text)?.[1] ?? '';
  assert.match(created.text, /<span>Copy key<\/span>/);
  assert.ok(key !== '' && !(await asAda.page(path)).text.includes(key));
  assert.equal((await asAda.page(`${path}/keys`)).location, path);
  assert.deepEqual(await toShow(asAda), before);
});

testHop('a key is shown once, on demand', async ({ asAda }) => {
  const [action = ''] = await toShow(asAda);
  assert.deepEqual((await toShow(asAda))[0], action, 'opening the page does not show the key');
  const shown = await asAda.form(action);
  assert.equal(shown.status, 200);
  const key = /<code[^>]*>([\w-]{43})<\/code>/.exec(shown.text)?.[1] ?? '';
  assert.ok(shown.text.includes(`Bearer ${key}`));
  assert.equal((await asAda.form(action)).location, path);
  const after = await asAda.page(path);
  assert.ok(!after.text.includes(key) && after.text.includes(`<code>${key.slice(-4)}</code>`));
});

testHop('a key is limited to its selected scopes', async ({ asAda, ask }) => {
  const statuses = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const answers = [
      await ask({ url: '/api/urls', headers }),
      await ask({ url: '/api/pixels', headers }),
      await ask({ method: 'POST', url: '/api/url/add', headers, payload: { url: 'https://example.com' } }),
      await ask({ method: 'DELETE', url: '/api/pixel/1/delete', headers }),
    ];
    return answers.map(({ statusCode }) => statusCode);
  };
  const make = (fields: Record<string, string>) => create(asAda, fields);
  assert.deepEqual(await statuses(await make({ reach: 'all' })), [200, 200, 200, 404]);
  assert.deepEqual(await statuses(await make({ reach: 'read' })), [200, 200, 403, 403]);
  assert.deepEqual(
    await statuses(await make({ reach: 'chosen', 'may-links': 'write' })),
    [200, 403, 200, 403],
  );
  assert.deepEqual(
    await statuses(await make({ reach: 'chosen', 'may-pixels': 'read' })),
    [403, 200, 403, 403],
  );
  const headers = { authorization: `Token ${await make({ reach: 'read' })}` };
  const refused = await ask({ method: 'DELETE', url: '/api/url/1/delete', headers });
  assert.deepEqual(refused.json(), { error: 1, message: 'This key lacks the scope links:write' });
  assert.equal(refused.headers['x-ratelimit-limit'], '30');
});

testHop('a key expires at the end of its last day', async ({ app, asAda, ask }) => {
  const headers = { authorization: await create(asAda, { reach: 'all', expires: '2026-03-02' }) };
  const status = async () => (await ask({ url: '/api/account', headers })).statusCode;
  app.clock.set(new Date('2026-03-02T23:59:59Z'));
  assert.equal(await status(), 200);
  app.clock.set(new Date('2026-03-03T00:00:00Z'));
  assert.equal(await status(), 401);
  assert.match((await ask({ url: '/api/account', headers })).body, /expired/);
});

testHop('keys are regenerated and revoked', async ({ asAda, ask }) => {
  const status = async (authorization: string) =>
    (await ask({ url: '/api/account', headers: { authorization } })).statusCode;
  const addressOf = async () => /action="([^"]+)\/revoke"/.exec((await asAda.page(path)).text)?.[1] ?? '';
  const before = await create(asAda, { reach: 'all' });
  const first = await addressOf();
  const shownBefore = await toShow(asAda);
  const after = keyIn((await asAda.form(`${first}/renew`)).text);
  const second = await addressOf();
  assert.deepEqual(await toShow(asAda), shownBefore, 'the new key cannot be shown again');
  assert.deepEqual([await status(before), await status(after)], [401, 200]);
  assert.equal((await asAda.form(`${second}/revoke`)).location, path);
  assert.equal(await status(after), 401);
  assert.equal((await asAda.form(`${second}/revoke`)).status, 404);
});

testHop('a rejected form keeps the entered values and shows errors', async ({ asAda, asBob }) => {
  for (const [fields, said] of [
    [{ name: '', reach: 'all' }, /id="field-name-error"/],
    [{ name: 'Shop', reach: 'chosen' }, /Choose at least one/],
    [{ name: 'Shop', reach: 'all', expires: '2020-01-01' }, /id="field-expires-error"/],
    [{ name: 'Shop', reach: 'all', expires: 'soon' }, /YYYY-MM-DD/],
  ] as const) {
    const { status, text } = await asAda.form(`${path}/keys`, fields);
    assert.equal(status, 422, JSON.stringify(fields));
    assert.match(text, said);
  }
  const [action = ''] = await toShow(asAda);
  for (const act of ['show', 'renew', 'revoke'])
    assert.equal((await asBob.form(action.replace(/show$/, act))).status, 404, act);
});
