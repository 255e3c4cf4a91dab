import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addTextRule, listTextRules } from '../moderation/text-rules.ts';

// As the administrators of Mastodon export it, with what lists of strangers have beside it.
const list = `#domain,#severity,#reject_media,#reject_reports,#public_comment,#obfuscate
Spam.example,suspend,true,true,"Spam, and worse",false
limited.example,silence,false,false,,false
known.example,suspend,false,false,,false
same.example,silence,false,false,,false
media.example,noop,true,false,,false
hid***.example,suspend,false,false,,true
odd.example,exile,false,false,,false
not a domain,suspend,false,false,,false
spam.example,silence,false,false,,false
`;

testPlaza('blocked domains of Mastodon are previewed, imported, undone and exported', async (world) => {
  const { app, ada, olga, plaza } = world;
  const path = '/apis/php/moderation/domains';
  const add = (pattern: string) => addTextRule(app, olga, { kind: 'domain', pattern, outcome: 'hold' });
  await add('known.example');
  await add('same.example');
  await addTextRule(app, olga, { kind: 'word', pattern: 'casino', outcome: 'hold' });
  const before = await listTextRules(app);
  const preview = (await plaza.api(olga, 'POST', `${path}/preview`, { list })).body.data as Record<
    'line' | 'domain' | 'state' | 'outcome' | 'reason',
    unknown
  >[];
  assert.deepEqual(
    preview.map(({ line, domain, state, outcome, reason }) => [line, domain, state, outcome, reason]),
    [
      [2, 'spam.example', 'new', 'refuse', ''],
      [3, 'limited.example', 'new', 'hold', ''],
      [4, 'known.example', 'changed', 'refuse', ''],
      [5, 'same.example', 'same', 'hold', ''],
      [6, 'media.example', 'skipped', '', 'The severity noop limits no links'],
      [7, 'hid***.example', 'skipped', '', 'The domain is obfuscated'],
      [8, 'odd.example', 'skipped', '', 'The severity “exile” is unknown'],
      [9, 'not a domain', 'skipped', '', 'This is not a domain'],
      [10, 'spam.example', 'skipped', '', 'Listed twice'],
    ],
  );
  assert.deepEqual(await listTextRules(app), before, 'a preview changes nothing');
  const page = await plaza.form(olga, '/moderation/domains/preview', { list });
  assert.match(page.text, /2 new, 1 changed, 1 as before, 5 not imported/);
  assert.match(page.text, /action="\/moderation\/domains\/import"/);

  const sentFile = { name: 'domain_blocks.csv', body: Buffer.from(list) };
  const uploaded = await plaza.multipart(olga, '/moderation/domains/preview', { list: '' }, sentFile);
  assert.match(uploaded.text, /2 new, 1 changed, 1 as before, 5 not imported/);

  const sent = await plaza.form(olga, '/moderation/domains/import', { list });
  assert.equal(sent.status, 303, sent.text.slice(-3000));
  const [, id = ''] = /done=(\d+)$/.exec(String(sent.headers.location)) ?? [];
  const exported = ((await plaza.api(olga, 'GET', path)).body.data as { list: string }).list;
  assert.equal(
    exported,
    [
      '#domain,#severity,#reject_media,#reject_reports,#public_comment,#obfuscate',
      'known.example,suspend,false,false,,false',
      'limited.example,silence,false,false,,false',
      'same.example,silence,false,false,,false',
      'spam.example,suspend,false,false,,false\n',
    ].join('\n'),
  );
  const file = await plaza.page(olga, '/moderation/domains/domain_blocks.csv');
  assert.equal(file.text, exported);
  const again = await plaza.api(olga, 'POST', `${path}/import`, { list: exported });
  assert.deepEqual([again.status, again.body.message], [400, 'The list has nothing to import']);

  // Somebody decides otherwise about one of the domains. The undo leaves it.
  await add('limited.example');
  await addTextRule(app, olga, { kind: 'domain', pattern: 'limited.example', outcome: 'refuse' });
  assert.equal((await plaza.form(olga, '/moderation/domains/undo', { id })).status, 303);
  const after = await listTextRules(app);
  assert.deepEqual(
    after.filter(({ pattern }) => pattern !== 'limited.example'),
    before,
  );
  assert.equal(after.length, before.length + 1);
  assert.equal((await plaza.api(olga, 'POST', `${path}/undo`, { id })).status, 404, 'once');

  for (const [url, body] of [
    ['', undefined],
    ['/preview', { list }],
    ['/import', { list }],
    ['/undo', { id }],
  ] as const) {
    assert.equal((await plaza.api(ada, body ? 'POST' : 'GET', `${path}${url}`, body)).status, 403, url);
  }
  assert.equal((await plaza.page(ada, '/moderation/domains')).status, 403);
  assert.equal((await plaza.form(ada, '/moderation/domains/import', { list })).status, 403);
});

testPlaza('a list of domains without titles suspends, and what is no list is refused', async (world) => {
  const { olga, plaza } = world;
  const path = '/apis/php/moderation/domains';
  const ask = (list: string) => plaza.api(olga, 'POST', `${path}/preview`, { list });
  const [row] = (await ask('one.example\ntwo.example\n')).body.data as { outcome: string }[];
  assert.equal(row?.outcome, 'refuse');
  for (const [list, message] of [
    ['', /empty/],
    ['#severity\nsuspend', /#domain/],
    ['"open', /CSV/],
    ['x.example\n'.repeat(5001), /5,?000 rows/],
  ] as const) {
    const { status, body } = await ask(list);
    assert.equal(status, 400);
    assert.match(body.message, message);
  }
  assert.equal((await plaza.form(olga, '/moderation/domains/import', { list: '' })).status, 422);
});
