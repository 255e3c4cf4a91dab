import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { publishPost } from '../posts/publishing.ts';
import { listTagged } from '../posts/reading/lists.ts';
import { findTags } from '../search/find-names.ts';
import { normalizeTags } from './update-trends.ts';

test('hashtags stored in another form are found after the job', async (app) => {
  const ada = await addPerson(app, 'ada');
  const publish = (text: string) => publishPost(app, ada, { text, privacy: 'public', photos: [] });
  const [both, wide, plain] = [await publish('#test #x'), await publish('#test'), await publish('#λόγος')];
  const idsOf = async (word: string) =>
    (await listTagged(app, ada, word)).items.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b));
  // As they were stored before.
  await app.db
    .updateTable('social.hashtag')
    .set({ tag: 'ｔｅｓｔ' })
    .where('post_id', '=', wide)
    .where('tag', '=', 'test')
    .execute();
  await app.db.insertInto('social.hashtag').values({ tag: 'ｔｅｓｔ', post_id: both }).execute();
  await app.db.updateTable('social.hashtag').set({ tag: 'λόγοσ' }).where('post_id', '=', plain).execute();
  await app.db
    .insertInto('social.search_word')
    .values([
      { kind: 'tag', word: 'ｔｅｓｔ', n: 2, stem: '' },
      { kind: 'tag', word: 'test', n: 1, stem: '' },
    ])
    .execute();
  assert.deepEqual(await idsOf('test'), [both]);
  await normalizeTags(app);
  assert.deepEqual(await idsOf('＃ＴＥＳＴ'), [both, wide]);
  assert.deepEqual(await idsOf('ΛΌΓΟΣ'), [plain]);
  const tags = await app.db.selectFrom('social.hashtag').select('tag').distinct().orderBy('tag').execute();
  assert.deepEqual(
    tags.map(({ tag }) => tag),
    ['test', 'x', 'λόγος'],
  );
  assert.deepEqual(await findTags(app, ada, '＃ＴＥ', 5), [{ tag: 'test', posts: 3 }]);
  const { old_tags_from } = await app.db
    .selectFrom('social.search_progress')
    .select('old_tags_from')
    .executeTakeFirstOrThrow();
  assert.equal(old_tags_from, null);
});
