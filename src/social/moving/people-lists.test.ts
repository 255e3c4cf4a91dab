import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { countsOf, importAll, uploadArchive } from '../../../test/moving/imports.ts';
import { block, mute } from '../relationships/blocks.ts';

testPlaza(
  'members export whom they block and mute as Mastodon does',
  async ({ app, ada, bob, carol, plaza }) => {
    await block(app, ada, bob.id);
    await mute(app, ada, carol.id);
    const { host } = new URL(app.config.plazaUrl);
    const get = async (list: string) => {
      const file = await plaza.page(ada, `/settings/import/${list}.csv`);
      assert.match(String(file.headers['content-disposition']), new RegExp(`${list}\\.csv`));
      const answer = await plaza.api(ada, 'GET', `/apis/php/imports/people-list?list=${list}`);
      assert.deepEqual(answer.body.data, { csv: file.text });
      return file.text;
    };
    assert.equal(await get('blocked_accounts'), `bob@${host}\n`);
    assert.equal(await get('muted_accounts'), `Account address,Hide notifications\ncarol@${host},true\n`);
    assert.equal((await plaza.page(undefined, '/settings/import/blocked_accounts.csv')).status, 303);
    assert.match((await plaza.page(ada, '/settings/import')).text, /Export blocks and mutes/);
  },
);

testPlaza('members take both lists along as JSON', async (world) => {
  const { app, ada, bob, carol, olga, plaza } = world;
  await block(app, ada, bob.id);
  await mute(app, ada, carol.id);
  const { host } = new URL(app.config.plazaUrl);
  const file = await plaza.page(ada, '/settings/import/people_lists.json');
  const expected = { from: `ada@${host}`, blocked: [`bob@${host}`], muted: [`carol@${host}`] };
  assert.deepEqual(JSON.parse(file.text), expected);
  assert.match(String(file.headers['content-disposition']), /people_lists\.json/);
  const answer = await plaza.api(ada, 'GET', '/apis/php/imports/people-lists');
  assert.deepEqual(answer.body.data, expected);
  const listed = { ...expected, blocked: [...expected.blocked, 'not a name', 7] };
  const found = await uploadArchive(world, Buffer.from(JSON.stringify(listed)), {
    ...{ name: 'people_lists (1).json', by: olga },
  });
  assert.deepEqual([found.state, found.format, found.from], ['ready', 'plaza', expected.from]);
  assert.deepEqual(countsOf(found), ['block waiting 1', 'mute waiting 1', 'unreadable failed 2']);
  const preview = await plaza.page(olga, `/settings/import/${found.id}`);
  assert.match(preview.text, /2 lines cannot be read[^]*people_lists\.json blocked 2: not a name/);
  assert.deepEqual(countsOf(await importAll(world, found)), [
    ...['block done 1', 'mute done 1', 'unreadable failed 2'],
  ]);
  for (const damaged of ['[]', '{', '{"blocked": 7'])
    assert.equal(
      (await uploadArchive(world, Buffer.from(damaged), { name: 'people_lists.json' })).state,
      'unreadable',
    );
});

testPlaza('lines of a list that name nobody are counted and named', async (world) => {
  const { ada, plaza } = world;
  const csv = 'Account address,Hide notifications\nbob@plaza.test,true\n\nbob smith,true\n"a,b",false\n';
  const found = await uploadArchive(world, Buffer.from(csv), { name: 'muted_accounts.csv', by: ada });
  assert.deepEqual(countsOf(found), ['mute waiting 1', 'unreadable failed 2']);
  const named = /2 lines cannot be read[^]*muted_accounts\.csv:4: bob smith[^]*muted_accounts\.csv:5: a,b/;
  assert.match((await plaza.page(ada, `/settings/import/${found.id}`)).text, named);
  const entries = await plaza.api(ada, 'GET', `/apis/php/imports/entries?id=${found.id}&state=failed`);
  assert.deepEqual(
    (entries.body.data as { kind: string; reason: string }[]).map(({ kind, reason }) => [kind, reason]),
    [
      ['unreadable', 'This is not the name of a person'],
      ['unreadable', 'This is not the name of a person'],
    ],
  );
  const lists = 'Friends,bob\n,carol\nFriends,\n';
  const other = await uploadArchive(world, Buffer.from(lists), { name: 'lists.csv', by: ada });
  assert.deepEqual(countsOf(other), ['list waiting 1', 'unreadable failed 2']);
});
