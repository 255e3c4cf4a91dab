import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { Value } from 'typebox/value';
import { test } from '../../../test/app.ts';
import type { App } from '../../platform/app.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { approveContent, removeContent, revertToHeld } from '../cases/effects.ts';
import { getPersonCounts } from '../tallies/tally.ts';
import { block } from '../relationships/blocks.ts';
import { listTagged, listPostsOf } from './reading/lists.ts';
import { deletePost, restorePost } from './deleting.ts';
import { publishDraftNow, savePostDraft } from './drafts/drafts.ts';
import { editPost } from './editing.ts';
import type { NewContinuation } from './new-post.ts';
import { publishWithFiles } from './post-files.ts';
import { publishPost } from './publishing.ts';
import { getPost } from './reading/get-posts.ts';
import { PostForm, draftContentOf } from './requests/post-form.ts';
import { getThreadOf, maxContinuations } from './threads.ts';

const first = { text: 'One #bread', privacy: 'public', photos: [] } as const;
const revisionsOf = ({ db }: App) => db.selectFrom('social.post_revision').select('text').execute();
const partsOf = (...texts: string[]) => texts.map((text) => ({ text, photos: [] }));
const textsOf = (posts: readonly { text: string }[]) => posts.map(({ text }) => text);

test('a thread is published in order, and lists show its first post', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await publishPost(app, ada, { ...first, thread: partsOf('Two', '  ', 'Three @bob #rye') });
  const thread = await getThreadOf(app, bob, id);
  assert.deepEqual(textsOf(thread), ['One #bread', 'Two', 'Three @bob #rye']);
  assert.deepEqual(
    thread.map(({ parentId, kind }) => [parentId, kind]),
    [
      [null, 'post'],
      [id, 'post'],
      [id, 'post'],
    ],
  );
  assert.equal(thread[0]?.replies, 2);
  assert.deepEqual(textsOf((await listPostsOf(app, bob, ada.id)).items), ['One #bread']);
  assert.deepEqual(textsOf((await listTagged(app, bob, 'rye')).items), ['Three @bob #rye']);
  assert.equal((await getPersonCounts(app, ada.id)).posts, 1);
  assert.deepEqual(textsOf(await getThreadOf(app, bob, thread[2]?.id ?? '')), textsOf(thread));
});

test('a thread is published as a whole or not at all', async (app) => {
  const { ada } = await createWorld(app);
  const photos = (n: number) => Array.from({ length: n }, () => ({ path: '/photos/none.webp', alt: '' }));
  const rows: [thread: NewContinuation[], more: object, expected: RegExp][] = [
    [partsOf('Two', 'x'.repeat(30_000)), {}, /characters/],
    [
      partsOf(...Array.from({ length: maxContinuations + 1 }, (_, at) => `Post ${at}`)),
      {},
      /at most 25 posts/,
    ],
    [partsOf('Two'), { pageId: '1' }, /cannot start a thread/],
    [[{ text: 'Two', photos: photos(11) }], {}, /at most 10 photos/],
    [Array.from({ length: 4 }, () => ({ text: '', photos: photos(8) })), {}, /at most 30 photos/],
  ];
  for (const [thread, more, expected] of rows)
    await assert.rejects(publishPost(app, ada, { ...first, ...more, thread }), expected);
  const { n } = await app.db
    .selectFrom('social.post')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  assert.equal(n, '0');
});

test('a thread is seen by those who see its first post, and goes with it', async (app) => {
  const { ada, bob } = await createWorld(app);
  const eve = await addPerson(app, 'eve');
  const id = await publishPost(app, ada, { ...first, privacy: 'me', thread: partsOf('Two') });
  const [, second] = await getThreadOf(app, ada, id);
  await assert.rejects(getPost(app, bob, second?.id ?? ''), /not found|does not exist/i);
  const edit = { text: 'Too', alts: new Map() };
  await assert.rejects(editPost(app, ada, second?.id ?? '', { ...edit, privacy: 'public' }), {
    field: 'privacy',
  });
  await editPost(app, ada, second?.id ?? '', { ...edit, privacy: 'me' });
  await editPost(app, ada, id, { text: first.text, privacy: 'public', alts: new Map() });
  assert.deepEqual(await revisionsOf(app), [], 'what was written for fewer people is not shown to more');
  assert.equal((await getPost(app, bob, second?.id ?? '')).privacy, 'public');
  await block(app, ada, eve.id);
  await assert.rejects(getThreadOf(app, eve, second?.id ?? ''));
  await deletePost(app, ada, id);
  await assert.rejects(getPost(app, bob, second?.id ?? ''));
});

test('what continues a post is deleted and restored with it', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  const id = await publishPost(app, ada, { ...first, thread: partsOf('Two', 'Three') });
  const [, , third] = await getThreadOf(app, ada, id);
  const live = async () => {
    const posts = app.db.selectFrom('social.post').select('text').where('deleted_at', 'is', null);
    return textsOf(await posts.orderBy('id').execute());
  };
  await deletePost(app, ada, third?.id ?? '');
  app.clock.turn(1000);
  for (const [remove, restore] of [
    [() => deletePost(app, ada, id), () => restorePost(app, ada, id)],
    [() => removeContent(app, olga, 'post', id), () => approveContent(app, 'post', id)],
    [() => removeContent(app, olga, 'post', id), () => revertToHeld(app, 'post', id)],
  ] as const) {
    await remove();
    assert.deepEqual(await live(), []);
    await restore();
    assert.deepEqual(await live(), [first.text, 'Two'], 'a part that was deleted before stays deleted');
  }
  await approveContent(app, 'post', id);
  assert.deepEqual(textsOf(await getThreadOf(app, bob, id)), [first.text, 'Two']);
  assert.equal((await getPost(app, bob, id)).replies, 1);
});

test('an edit that leaves a text as it is repeats nothing', async (app) => {
  const { ada } = await createWorld(app);
  const id = await publishPost(app, ada, {
    text: 'Same',
    privacy: 'me',
    photos: [],
    thread: partsOf('Same', 'Same'),
  });
  const edit = { text: 'Same', alts: new Map() };
  await editPost(app, ada, id, { ...edit, privacy: 'public' });
  assert.deepEqual(
    (await getThreadOf(app, ada, id)).map(({ privacy }) => privacy),
    ['public', 'public', 'public'],
  );
  const other = await publishPost(app, ada, { text: 'Other', privacy: 'me', photos: [] });
  await assert.rejects(editPost(app, ada, other, edit), { kind: 'conflict' });
});

test('a thread is held and approved as one', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await publishPost(app, ada, { ...first, thread: partsOf('Two') });
  const [, second] = await getThreadOf(app, ada, id);
  await app.db
    .updateTable('social.post')
    .set({ held_at: new Date() })
    .where('author_id', '=', ada.id)
    .execute();
  await assert.rejects(getPost(app, bob, second?.id ?? ''));
  await approveContent(app, 'post', id);
  assert.deepEqual(textsOf(await getThreadOf(app, bob, id)), ['One #bread', 'Two']);
});

test('pictures are attached to the post of the thread with their number, also in a draft', async (app) => {
  const { ada } = await createWorld(app);
  const body = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const attach = async (field: string): Promise<Upload> => {
    const file = await app.files.newTemporary();
    await writeFile(file, body);
    return { field, name: 'picture.png', type: 'image/png', file, body };
  };
  const files = () => Promise.all(['pictures_3', 'pictures', 'pictures_2', 'pictures_3'].map(attach));
  const alts = ['1', '2', '3a', '3b'];
  const shown = async (id: string) =>
    (await getThreadOf(app, ada, id)).map(({ text, photos }) => [text, photos.map(({ alt }) => alt)]);
  const expected = [
    ['One #bread', ['1']],
    ['', ['2']],
    ['Three', ['3a', '3b']],
  ];
  const post = { ...first, thread: partsOf('', 'Three') };
  assert.deepEqual(await shown(await publishWithFiles(app, ada, post, await files(), { alts })), expected);
  await assert.rejects(publishWithFiles(app, ada, post, [await attach('pictures_4')]), {
    field: 'pictures_4',
  });
  const form = Value.Default(PostForm, {
    text: 'Later',
    thread: ['', 'Three'],
    alt: alts,
    do: 'draft',
  }) as PostForm;
  const content = await draftContentOf(app, ada, form, await files());
  const id = await savePostDraft(app, ada, { content, planned: null });
  const published = await publishDraftNow(app, ada, id);
  assert.deepEqual(await shown(published), [['Later', ['1']], ...expected.slice(1)]);
});
