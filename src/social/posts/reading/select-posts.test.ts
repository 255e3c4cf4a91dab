import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testWithDatabase, type TestApp } from '../../../../test/app.ts';
import { createWorld } from '../../../../test/world.ts';
import type { Viewer } from '../../../platform/app.ts';
import { addArticle } from '../../articles/articles.ts';
import { addCategory, listCategories } from '../../categories.ts';
import { react } from '../../reactions/reactions.ts';
import { block } from '../../relationships/blocks.ts';
import { savePost } from '../../saved/saved.ts';
import { voteInPoll } from '../polls/voting.ts';
import { emptyContent } from '../post.ts';
import { publishPost } from '../publishing.ts';
import { getPosts } from './get-posts.ts';

const written = { photos: [], privacy: 'public' } as const;

/** In a transaction, nothing is remembered. */
const readAnew = (app: TestApp, viewer: Viewer | undefined, ids: readonly string[]) =>
  app.db.transaction().execute((db) => getPosts({ ...app, db }, viewer, ids));

testWithDatabase('what is remembered of posts is what they are, whatever changes', async ({ app }) => {
  const { olga, ada, bob, carol } = await createWorld(app);
  await addCategory(app, { kind: 'blogs', name: 'Nature', parentId: null });
  const [category] = await listCategories(app, 'blogs');
  const plain = await publishPost(app, ada, { ...written, text: 'Said to @bob' });
  const article = await addArticle(app, ada, {
    ...emptyContent,
    title: 'Of trees',
    text: 'They grow.',
    category: category?.id ?? '',
  });
  const poll = await publishPost(app, ada, {
    ...written,
    text: 'Which?',
    poll: { options: ['One', 'Two'], isMultiple: false, isChangeable: true, minutes: 60 },
  });
  const share = await publishPost(app, bob, { ...written, text: 'Look', quoteId: plain });
  const ids = [plain, article, poll, share];
  const run = (text: string) => () => sql.raw(text).execute(app.db);
  const changes: readonly [string, () => Promise<unknown>][] = [
    ['nothing', () => Promise.resolve()],
    ['a reaction', () => react(app, carol, plain, 'love')],
    ['a saved post', () => savePost(app, carol, plain)],
    ['a vote', () => voteInPoll(app, carol, poll, [1])],
    ['a text', run(`update social.post set text = 'Said otherwise to @bob' where id = ${plain}`)],
    [
      'a photo',
      run(`insert into social.photo (post_id, position, path, small_path, width, height)
        values (${plain}, 1, 'photos/a.webp', 'photos/a-small.webp', 2, 2)`),
    ],
    ['its description', run(`update social.photo set alt = 'A bird' where post_id = ${plain}`)],
    [
      'a video',
      run(`insert into social.video (post_id, path, type, bytes)
        values (${plain}, 'videos/a.mp4', 'video/mp4', 9)`),
    ],
    ['no video', run(`delete from social.video where post_id = ${plain}`)],
    [
      'a file',
      run(`insert into social.attachment (post_id, position, path, kind, name, type, bytes)
        values (${plain}, 1, 'files/a.txt', 'file', 'a.txt', 'text/plain', 9)`),
    ],
    ['a category', run(`update social.category set name = 'The woods'`)],
    ['a cover', run(`update social.article set cover = 'photos/b.webp', cover_width = 2, cover_height = 2`)],
    ['a choice of a poll', run(`update social.poll_option set text = 'Three' where position = 2`)],
    ['the author', run(`update identity.account set first_name = 'Augusta' where id = ${ada.id}`)],
    ['the mentioned', run(`update identity.account set username = 'robert' where id = ${bob.id}`)],
    [
      'a price',
      run(`insert into social.paywall (post_id, is_for_members, price, text, media, created_at)
        values (${plain}, false, 100, 'All of it', '{"photo": [], "video": [], "attachment": []}', now())`),
    ],
    ['its preview', run(`update social.post set text = 'A part' where id = ${plain}`)],
    ['its text', run(`update social.post set text = 'All of it, @bob' where id = ${plain}`)],
    ['no price', run(`delete from social.paywall`)],
    ['an audience', run(`update social.post set privacy = 'friends' where id = ${poll}`)],
    ['a review', run(`update social.post set held_at = now() where id = ${article}`)],
    [
      'a deletion scheduled',
      run(`update identity.account set deletion_requested_at = now() where id = ${carol.id}`),
    ],
    ['a block', () => block(app, ada, bob.id)],
    ['a deleted post', run(`update social.post set deleted_at = now() where id = ${plain}`)],
  ];
  for (const [what, change] of changes) {
    await change();
    for (const viewer of [undefined, ada, bob, carol, olga])
      for (let time = 0; time < 2; time += 1)
        assert.deepEqual(
          await getPosts(app, viewer, ids),
          await readAnew(app, viewer, ids),
          `${what}, ${viewer?.username ?? 'a visitor'}`,
        );
  }
});

testWithDatabase('what is remembered of posts is not read again', async ({ app }) => {
  const { ada, bob } = await createWorld(app);
  const ids = [
    await publishPost(app, ada, { ...written, text: 'One' }),
    await publishPost(app, bob, { ...written, text: 'Two' }),
  ];
  await getPosts(app, ada, ids);
  const [first] = await getPosts(app, bob, ids);
  const [second] = await getPosts(app, undefined, ids);
  assert.equal(second?.createdAt, first?.createdAt);
});
