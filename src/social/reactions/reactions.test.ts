import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { react } from './reactions.ts';

const post = { text: 'Hello', privacy: 'public', photos: [] } as const;

test('stores one reaction per person: another kind replaces it, and repeating it changes nothing', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await publishPost(app, ada, post);
  await react(app, bob, id, 'like');
  await react(app, bob, id, 'like');
  await react(app, carol, id, 'like');
  assert.deepEqual((await getPost(app, bob, id)).reactions, { like: 2 });
  await react(app, bob, id, 'love');
  assert.deepEqual((await getPost(app, bob, id)).reactions, { like: 1, love: 1 });
  assert.equal((await getPost(app, bob, id)).mine, 'love');
  assert.equal((await getPost(app, ada, id)).mine, null);
  await react(app, bob, id, null);
  await react(app, bob, id, null);
  assert.deepEqual((await getPost(app, undefined, id)).reactions, { like: 1 });
});

testWithDatabase('counts concurrent reactions and removals correctly', async ({ app }) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const id = await publishPost(app, ada, post);
  const acts = [ada, bob, carol, olga].flatMap((person) => [
    () => react(app, person, id, 'like'),
    () => react(app, person, id, null),
    () => react(app, person, id, 'wow'),
    () => react(app, person, id, 'like'),
    () => react(app, person, id, null),
    () => react(app, person, id, 'sad'),
  ]);
  await Promise.all(acts.map((act) => act()));
  const rows = await app.db.selectFrom('social.reaction').where('post_id', '=', id).select('kind').execute();
  const counts: Record<string, number> = {};
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1;
  assert.deepEqual((await getPost(app, ada, id)).reactions, counts);
});
