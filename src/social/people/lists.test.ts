import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { publishPost } from '../posts/publishing.ts';
import { block } from '../relationships/blocks.ts';
import { connect } from '../relationships/connect.ts';
import { listSuggestedPeople } from './lists.ts';

test('suggests friends of friends, then active people, then the newest', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const writer = await addPerson(app, 'writer');
  const quiet = await addPerson(app, 'quiet');
  const enemy = await addPerson(app, 'enemy');
  const friends = async (one: typeof ada, other: typeof ada) => {
    await connect(app, one, 'friend-add', other.id);
    await connect(app, other, 'friend-accept', one.id);
  };
  await friends(ada, bob);
  await friends(bob, carol);
  await friends(bob, enemy);
  await block(app, enemy, ada.id);
  for (const author of [writer, bob, enemy])
    await publishPost(app, author, { text: 'Hello', privacy: 'public', photos: [] });
  const names = async (max: number) =>
    (await listSuggestedPeople(app, ada, max)).map(({ username }) => username);
  assert.deepEqual((await names(10)).slice(0, 3), ['carol', 'writer', 'quiet']);
  assert.ok(!(await names(10)).some((name) => [bob.username, 'enemy', ada.username].includes(name)));
  assert.deepEqual(await names(1), ['carol']);
  assert.ok(quiet.id);
  const [first] = await listSuggestedPeople(app, ada, 1);
  assert.equal(first?.mutualFriends, 1);
});
