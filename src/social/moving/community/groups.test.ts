import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { importAll, uploadArchive } from '../../../../test/moving/imports.ts';
import { mongoLines, nodebbObjects } from '../../../../test/moving/nodebb-objects.ts';
import { phpbbDump, phpbbTables } from '../../../../test/moving/phpbb-dump.ts';
import { backupOf, forumTables } from '../../../../test/peers/discourse-backup.ts';
import { getImport } from '../import.ts';
import { undoSteps } from '../undo-import.ts';

const groupsOf = async ({ app }: World) =>
  app.db
    .selectFrom('social.people_group as home')
    .innerJoin('social.people_group_member as member', 'member.group_id', 'home.id')
    .innerJoin('identity.account as person', 'person.id', 'member.account_id')
    .where('home.deleted_at', 'is', null)
    .orderBy('member.role', 'desc')
    .select(['home.id', 'home.title', 'home.about', 'home.kind', 'home.members'])
    .select(['member.role', 'person.username'])
    .execute();

for (const [program, archive, name, group, owner, member] of [
  [
    'Discourse',
    () => backupOf(forumTables()),
    undefined,
    ['Rye friends', 'About **rye**', 'closed'],
    'Linus.T',
    'grace',
  ],
  [
    'phpBB',
    () => Buffer.from(phpbbDump(phpbbTables())),
    'backup.sql',
    ['Rye & friends', 'About rye', 'secret'],
    'linus',
    'grace',
  ],
  [
    'NodeBB',
    () => mongoLines(nodebbObjects()),
    'objects.json',
    ['Rye friends', 'About & more', 'closed'],
    'grace',
    'linus',
  ],
] as const)
  testPlaza(`groups of ${program} move in with their owners and members`, async (world) => {
    const { app, plaza, olga } = world;
    const found = await uploadArchive(world, await archive(), name === undefined ? {} : { name });
    const done = await importAll(world, found);
    const rows = await groupsOf(world);
    assert.deepEqual(
      rows.map(({ title, about, kind, members, role }) => [title, about, kind, members, role]),
      [
        [...group, 2, 'owner'],
        [...group, 2, 'member'],
      ],
    );
    assert.deepEqual(
      rows.map(({ username }) => username),
      [owner, member],
    );
    assert.match((await plaza.page(olga, `/settings/import/${done.id}`)).text, /Group members/);
    await plaza.api(olga, 'POST', '/apis/php/imports/undo', { id: done.id });
    await undoSteps(app, { id: done.id });
    assert.equal((await getImport(app, olga, done.id)).state, 'undone');
    assert.deepEqual(await groupsOf(world), []);
  });
