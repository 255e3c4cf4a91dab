import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { test } from '../../../test/app.ts';
import { upload } from '../../../test/upload.ts';
import { createWorld } from '../../../test/world.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { block } from '../relationships/blocks.ts';
import { getPersonCounts } from '../tallies/tally.ts';
import { deletePost, restorePost } from './deleting.ts';
import { editPost } from './editing.ts';
import { publishWithFiles } from './post-files.ts';
import { publishPost } from './publishing.ts';
import { getPost } from './reading/get-posts.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
const draft = { text: '', privacy: 'public', photos: [] } as const;
const tagsOf = async (app: App, id: string) =>
  (
    await app.db.selectFrom('social.hashtag').where('post_id', '=', id).orderBy('tag').select('tag').execute()
  ).map(({ tag }) => tag);

test('stores the text, first link, hashtags, mentions and pictures of a post', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await publishPost(app, ada, {
    text: 'With @Bob and @nobody: https://example.org/a, http://example.com #Tea #TEA #Été',
    privacy: 'friends',
    photos: [
      { path: await upload(app, ada, await picture(800, 600)), alt: ' A teal\nwall ' },
      { path: await upload(app, ada, await picture(30, 40)), alt: '' },
    ],
  });
  const post = await getPost(app, ada, id);
  assert.equal(post.author.username, 'ada');
  assert.equal(post.privacy, 'friends');
  assert.equal(post.link, 'https://example.org/a');
  assert.deepEqual([...post.mentions], [['bob', bob.username]]);
  assert.deepEqual(
    post.photos.map(({ width, height, alt }) => ({ width, height, alt })),
    [
      { width: 800, height: 600, alt: 'A teal wall' },
      { width: 30, height: 40, alt: '' },
    ],
  );
  for (const { path } of post.photos) assert.ok(await app.files.find(path));
  assert.deepEqual(await tagsOf(app, id), ['tea', 'été']);
  assert.equal((await getPersonCounts(app, ada.id)).posts, 1);
});

test('requires a text or a picture', async (app) => {
  const { ada } = await createWorld(app);
  for (const text of ['', ' \n ', '\u200B'])
    await assert.rejects(publishPost(app, ada, { ...draft, text }), { kind: 'invalid', field: 'text' });
  const id = await publishPost(app, ada, {
    ...draft,
    text: '\u200B',
    photos: [{ path: await upload(app, ada, await picture(9, 9)), alt: '' }],
  });
  assert.equal((await getPost(app, ada, id)).text, '');
});

test('reports an invalid post at its field and leaves no file behind', async (app) => {
  const { ada } = await createWorld(app);
  const sent = async (body: Buffer): Promise<Upload> => {
    const file = await app.files.newTemporary();
    await writeFile(file, body);
    return { field: 'pictures', name: 'picture.png', type: 'image/png', file, body };
  };
  const picture9 = await picture(9, 9);
  const svg = Buffer.from('<svg onload="alert(1)"/>');
  const stored: string[] = [];
  const removed: string[] = [];
  const files = {
    ...app.files,
    put: (...given: Parameters<typeof app.files.put>) => (stored.push(given[0]), app.files.put(...given)),
    remove: (path: string) => (removed.push(path), app.files.remove(path)),
  };
  const refused = async (given: object, bodies: Buffer[], field: string, alts?: string[]) => {
    const sentFiles = await Promise.all(bodies.map(sent));
    await assert.rejects(
      publishWithFiles({ ...app, files }, ada, { ...draft, text: 'Hello', ...given }, sentFiles, { alts }),
      { field },
    );
    for (const { file } of sentFiles) await rm(file ?? '', { force: true });
  };
  await refused({ text: 'x'.repeat(5001) }, [picture9], 'text');
  await refused(
    {},
    Array.from({ length: 11 }, () => picture9),
    'photos',
  );
  await refused({}, [picture9], 'alt', ['x'.repeat(1501)]);
  assert.deepEqual(stored, [], 'no files are stored for a post with invalid fields');
  await refused({}, [picture9, svg], 'pictures');
  await publishPost(app, ada, { ...draft, text: 'Hello' });
  await refused({}, [picture9], 'text');
  assert.equal(stored.length, 4);
  assert.deepEqual(removed.sort(), stored.sort());
  assert.deepEqual(await app.db.selectFrom('social.upload').select('id').execute(), []);
});

test('a post does not mention people who block its author', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  await block(app, bob, ada.id);
  const id = await publishPost(app, ada, { ...draft, text: '@bob @carol' });
  assert.deepEqual([...(await getPost(app, ada, id)).mentions.keys()], [carol.username]);
});

test('only its author can edit a post; hashtags, mentions and alt texts follow', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  const id = await publishPost(app, ada, {
    text: 'Hello @bob #old',
    privacy: 'public',
    photos: [{ path: await upload(app, ada, await picture(9, 9)), alt: 'Before' }],
  });
  const { photos } = await getPost(app, ada, id);
  const edit = {
    text: 'Hello @olga #new https://example.org',
    privacy: 'friends',
    alts: new Map([[photos[0]!.id, 'After']]),
  } as const;
  for (const other of [bob, olga])
    await assert.rejects(editPost(app, other, id, edit), { kind: 'forbidden' });
  app.clock.turn(hours(1));
  await editPost(app, ada, id, edit);
  const post = await getPost(app, ada, id);
  assert.equal(post.text, edit.text);
  assert.equal(post.privacy, 'friends');
  assert.equal(post.link, 'https://example.org/');
  assert.equal(post.photos[0]?.alt, 'After');
  assert.deepEqual([...post.mentions.keys()], ['olga']);
  assert.deepEqual(await tagsOf(app, id), ['new']);
  assert.deepEqual(post.editedAt, app.clock.now());
  await editPost(app, ada, id, { ...edit, text: '' });
  await assert.rejects(getPost(app, bob, id), { kind: 'missing' });
});

test('the edit history of a public post excludes its earlier, more private texts', async (app) => {
  const { ada } = await createWorld(app);
  const id = await publishPost(app, ada, { text: 'For me alone', privacy: 'me', photos: [] });
  const alts = new Map<string, string>();
  const versions = async () =>
    app.db.selectFrom('social.post_revision').where('post_id', '=', id).select('text').execute();
  await editPost(app, ada, id, { text: 'Still for me', alts });
  assert.deepEqual(await versions(), [{ text: 'For me alone' }]);
  await editPost(app, ada, id, { text: 'For everybody', privacy: 'public', alts });
  assert.deepEqual(await versions(), []);
  await editPost(app, ada, id, { text: 'For everybody, corrected', alts });
  assert.deepEqual(await versions(), [{ text: 'For everybody' }]);
});

test('the person who deleted a post can undo it for an hour', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  const id = await publishPost(app, ada, { ...draft, text: 'Hello' });
  await assert.rejects(deletePost(app, bob, id), { kind: 'forbidden' });
  await deletePost(app, ada, id);
  await assert.rejects(getPost(app, ada, id), { kind: 'missing' });
  await assert.rejects(deletePost(app, ada, id), { kind: 'missing' });
  assert.equal((await getPersonCounts(app, ada.id)).posts, 0);
  await restorePost(app, ada, id);
  await assert.rejects(restorePost(app, ada, id), { kind: 'missing' });
  assert.equal((await getPersonCounts(app, ada.id)).posts, 1);
  await deletePost(app, olga, id);
  await assert.rejects(restorePost(app, ada, id), { kind: 'missing' });
  app.clock.turn(hours(1));
  await assert.rejects(restorePost(app, olga, id), { kind: 'missing' });
});
