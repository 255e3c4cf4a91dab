import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';

const path = '/dashboard/links/many';

testHop('many URLs are shortened at once, each line with its result', async ({ app, asAda, asBob }) => {
  assert.match((await asAda.page('/dashboard')).text, new RegExp(`action="${path}"`));
  await asBob.api('POST', '/api/url/add', { url: 'https://example.com', custom: 'taken' });
  const urls = [
    'https://example.com/one',
    '',
    '  example.com/two second  ',
    'nonsense://<>',
    'https://example.com/three taken',
    'https://example.com/one',
    'https://example.com/four second',
  ].join('\r\n');
  const { status, text } = await asAda.form(path, { urls });
  assert.equal(status, 200);
  assert.match(text, /3 links created/);
  assert.match(text, /3 lines were not shortened/);
  assert.match(text, /http:\/\/hop\.test\/second/);
  assert.equal([...text.matchAll(/is taken|already/g)].length >= 1, true);
  const links = await app.db
    .selectFrom('links.link')
    .innerJoin('identity.account', 'identity.account.id', 'account_id')
    .where('username', '=', 'ada')
    .select('url')
    .orderBy('links.link.id')
    .execute();
  assert.deepEqual(links.map(({ url }) => url).sort(), [
    'https://example.com/one',
    'https://example.com/one',
    'https://example.com/two',
  ]);
  for (const [wrong, message] of [
    [' \n ', /Enter at least one URL|required/],
    [Array(101).fill('https://example.com').join('\n'), /At most 100/],
  ] as const) {
    const refused = await asAda.form(path, { urls: wrong });
    assert.equal(refused.status, 422);
    assert.match(refused.text, message);
  }
});
