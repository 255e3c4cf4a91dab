import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { TestApp } from '../../../test/app.ts';
import { type Plaza, testPlaza } from '../../../test/ask-plaza.ts';
import { encodeVideo } from '../../../test/chromium/encode-video.ts';
import { eventually } from '../../../test/peers/eventually.ts';
import { upload } from '../../../test/upload.ts';
import { days } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { toUploadPath } from './api.ts';
import { removeUnused } from './remove-unused.ts';
import { useUpload } from './uploads.ts';
import { getUsage } from './usage.ts';

const url = '/apis/php/data/upload';
const png = (width = 8, height = 6) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
const webm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581', 'hex'),
  randomBytes(900),
]);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

/** Uploads a valid file and returns its path. */
async function send(
  plaza: Plaza,
  viewer: Viewer,
  fields: Record<string, string>,
  body: Buffer,
  name = 'x',
): Promise<string> {
  const answer = await plaza.upload(viewer, url, fields, { name, body });
  assert.equal(answer.status, 200, answer.body.message);
  assert.equal(typeof answer.body.data, 'string');
  return String(answer.body.data);
}

const read = async (app: TestApp, path: string) => buffer((await app.files.read(path))!.stream);
const countRows = async (app: TestApp) =>
  (await app.db.selectFrom('social.upload').select('id').execute()).length;

testPlaza('re-encodes a picture in two sizes, regardless of its name', async ({ app, ada, plaza }) => {
  const exif = { IFD0: { Model: 'Secret Camera' } };
  const source = await sharp(await png(900, 300))
    .withExif(exif)
    .jpeg()
    .toBuffer();
  const path = await send(plaza, ada, { type: 'photos', handle: 'chat' }, source, '../../evil.html');
  assert.match(path, /^photos\/\d{4}\/\d{2}\/[0-9a-f]{32}\.webp$/);
  const isStored = await sharp(await read(app, path)).metadata();
  assert.deepEqual([isStored.format, isStored.width, isStored.exif], ['webp', 900, undefined]);
  const row = await app.db.selectFrom('social.upload').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(
    [row.account_id, row.path, row.kind, row.type, row.width, row.height, row.used_at],
    [ada.id, path, 'photos', 'image/webp', 900, 300, null],
  );
  assert.ok(await app.files.find(row.small_path!));
  const page = await plaza.page(ada, `/content/uploads/${path}`);
  assert.deepEqual(
    [page.status, page.headers['content-type'], page.headers['x-content-type-options']],
    [200, 'image/webp', 'nosniff'],
  );
});

testPlaza('keeps the dimensions and duration of a video and removes its location', async (world) => {
  const { app, ada, plaza } = world;
  const source = encodeVideo({ width: 640, height: 360, milliseconds: 2500, note: '+52.5200+013.4050/' });
  const path = await send(plaza, ada, { type: 'video' }, source, 'video.exe');
  assert.match(path, /^videos\/.*\.mp4$/);
  const row = await app.db.selectFrom('social.upload').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(
    [row.type, row.width, row.height, Number(row.milliseconds), Number(row.bytes)],
    ['video/mp4', 640, 360, 2500, source.length],
  );
  const isStored = await read(app, path);
  assert.equal(isStored.length, source.length);
  assert.ok(source.includes('+52.52') && !isStored.includes('+52.52') && !isStored.includes('udta'));
  const part = await plaza.page(ada, `/content/uploads/${path}`, { range: 'bytes=4-7' });
  assert.deepEqual([part.status, part.text, part.headers['content-type']], [206, 'ftyp', 'video/mp4']);
});

testPlaza('stores a WebM recording as the declared video or voice note', async ({ ada, plaza }) => {
  assert.match(await send(plaza, ada, { type: 'video' }, webm), /^videos\/.*\.webm$/);
  assert.match(await send(plaza, ada, { type: 'voice_notes' }, webm), /^voices\/.*\.weba$/);
});

testPlaza('serves documents as downloads that cannot execute', async ({ ada, plaza }) => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const pdf = Buffer.from(`%PDF-1.7\n<script>alert(1)</script>\n%%EOF`);
  const rows: [Buffer, string, string][] = [
    [page, 'page.html', 'text/plain; charset=utf-8'],
    [svg, 'drawing.svg', 'text/plain; charset=utf-8'],
    [Buffer.from('<?xml version="1.0"?><svg/>'), 'drawing.svg', 'application/octet-stream'],
    [Buffer.from('a,b\n1,2\n'), 'table.csv', 'text/csv; charset=utf-8'],
    [pdf, 'both.html', 'application/pdf'],
    [randomBytes(400), 'noise.js', 'application/octet-stream'],
  ];
  for (const [body, name, type] of rows) {
    const path = await send(plaza, ada, { type: 'file' }, body, name);
    const { headers } = await plaza.page(ada, `/content/uploads/${path}`);
    assert.equal(headers['content-type'], type, name);
    assert.match(headers['content-disposition']!, /^attachment$/, name);
    assert.match(headers['content-security-policy']!, /sandbox/, name);
  }
});

testPlaza(
  'rejects a file that does not match its declared type and leaves nothing behind',
  async ({ app, ada, plaza }) => {
    const gif = Buffer.concat([Buffer.from('GIF89a=1;/*'), Buffer.from('*/alert(1)'), randomBytes(40)]);
    const bomb = await png(6000, 6000);
    const rows: [Record<string, string>, Buffer, number, RegExp][] = [
      [{ type: 'photos' }, svg, 400, /Unsupported image/],
      [{ type: 'photos' }, Buffer.from('<!doctype html><p>x'), 400, /Unsupported image/],
      [{ type: 'photos' }, gif, 400, /damaged/],
      [{ type: 'photos' }, bomb, 400, /Images can have at most 33 megapixels, across all frames/],
      [{ type: 'photos' }, encodeVideo({}), 400, /Unsupported image/],
      [{ type: 'photos' }, Buffer.alloc(0), 400, /empty/],
      [{ type: 'video' }, await png(), 400, /Unsupported video\. Use MP4, WebM or MOV/],
      [{ type: 'audio' }, await png(), 400, /Unsupported audio/],
      [{ type: 'file' }, Buffer.concat([Buffer.from('MZ'), randomBytes(300)]), 400, /Executable/],
      [{ type: 'voice_notes' }, Buffer.alloc(16 * 1024 * 1024 + 1), 413, /16 MiB/],
      [{ type: 'nonsense' }, svg, 400, /type/],
      [{ type: 'photos', crop: '1,2' }, await png(), 400, /crop/],
      [{ type: 'photos', totalChunks: 'x' }, await png(), 400, /totalChunks/],
      [{ type: 'video', handle: 'profile-user' }, encodeVideo({}), 400, /Send a picture or cover as photos/],
    ];
    for (const [fields, body, status, message] of rows) {
      const answer = await plaza.upload(ada, url, fields, { name: 'x.png', body });
      assert.equal(answer.status, status, `${JSON.stringify(fields)}: ${answer.body.message}`);
      assert.match(answer.body.message, message);
    }
    for (const answer of [
      await plaza.upload(ada, url, { type: 'photos' }),
      await plaza.api(ada, 'POST', url, { type: 'photos' }),
    ])
      assert.deepEqual([answer.status, answer.body.message.includes('multipart')], [400, true]);
    assert.equal(await countRows(app), 0);
  },
);

testPlaza('leaves no temporary files after a request', async ({ app, ada, plaza }) => {
  const folder = join(app.config.dataFolder, 'uploads', '.incoming');
  const names = () => readdir(folder).catch((): string[] => []);
  // Ignores files of other tests.
  const before = new Set(await names());
  await send(plaza, ada, { type: 'photos' }, await png());
  await plaza.upload(ada, url, { type: 'photos' }, { name: 'x', body: svg });
  await plaza.upload(ada, url, { type: 'nonsense' }, { name: 'x', body: svg });
  await plaza.upload(ada, url, { type: 'photos' }, { field: 'sticker', name: 'x', body: svg });
  const left = async () => (await names()).filter((name) => !before.has(name));
  // They are deleted asynchronously after the response.
  const remaining = await eventually(left, (found) => found.length === 0);
  assert.deepEqual(remaining, [], 'temporary files are deleted after the response');
});

testPlaza(
  'profile-user and cover-user update the account immediately and delete the former picture',
  async (world) => {
    const { app, ada, plaza } = world;
    const account = () =>
      app.db
        .selectFrom('identity.account')
        .select(['picture', 'picture_small', 'cover'])
        .where('id', '=', ada.id)
        .executeTakeFirstOrThrow();
    const first = toUploadPath(await send(plaza, ada, { handle: 'profile-user' }, await png(60, 60)));
    const cropped = { handle: 'cover-user', crop: '0,0,0.5,1' };
    const cover = toUploadPath(await send(plaza, ada, cropped, await png(80, 40)));
    assert.deepEqual(await account(), {
      picture: first,
      picture_small: first.replace('.webp', '-small.webp'),
      cover,
    });
    assert.equal((await sharp(await read(app, cover)).metadata()).width, 40);
    const second = toUploadPath(await send(plaza, ada, { handle: 'profile-user' }, await png(60, 60)));
    assert.equal((await account()).picture, second);
    await gone(app, first, first.replace('.webp', '-small.webp'));
    assert.equal((await plaza.api(ada, 'POST', '/apis/php/data/delete', { src: second })).status, 409);
    for (const handle of ['picture', 'cover', 'cover']) {
      const answer = await plaza.api(ada, 'POST', '/apis/php/user/image_delete', { handle });
      assert.equal(answer.status, 200, answer.body.message);
    }
    assert.deepEqual(await account(), { picture: null, picture_small: null, cover: null });
    await gone(app, second, cover);
    const wrong = await plaza.api(ada, 'POST', '/apis/php/user/image_delete', { handle: 'both' });
    assert.deepEqual([wrong.status, wrong.body.message.includes('handle')], [400, true]);
  },
);

/** Replaced files are deleted after the response. */
async function gone(app: TestApp, ...paths: string[]): Promise<void> {
  for (const path of paths)
    while (await app.files.find(path)) await new Promise((resolve) => setImmediate(resolve));
}

testPlaza('people can delete their own files, unless they are in use', async ({ app, ada, bob, plaza }) => {
  const remove = (viewer: Viewer, src: string) => plaza.api(viewer, 'POST', '/apis/php/data/delete', { src });
  const [used, unused] = [
    await send(plaza, ada, {}, await png()),
    await send(plaza, ada, { type: 'file' }, Buffer.from('text')),
  ];
  await useUpload(app, ada, used, { kinds: ['photos'], field: 'photo' });
  await assert.rejects(useUpload(app, bob, unused, { kinds: ['file'], field: 'file' }), { field: 'file' });
  await assert.rejects(useUpload(app, ada, unused, { kinds: ['photos'], field: 'photo' }), {
    field: 'photo',
  });
  for (const path of [used, unused, 'photos/2026/01/none.webp', '../secret.key', ''])
    assert.equal((await remove(bob, path)).status, 404, path);
  assert.equal((await remove(ada, used)).status, 409);
  assert.equal((await remove(ada, app.files.address(unused))).status, 200);
  assert.equal((await remove(ada, unused)).status, 404);
  assert.equal(await app.files.find(unused), undefined);
  const id = await publishPost(app, ada, {
    text: '',
    privacy: 'public',
    photos: [{ path: await upload(app, ada, await png()), alt: '' }],
  });
  const [photo] = (await getPost(app, ada, id)).photos;
  assert.deepEqual(
    [(await remove(ada, photo!.path)).status, (await remove(bob, photo!.path)).status],
    [409, 404],
  );
  const { files, bytes } = await getUsage(app, ada.id);
  assert.deepEqual([files, bytes > 100], [2, true]);
  assert.deepEqual(await getUsage(app, bob.id), { files: 0, bytes: 0 });
});

testPlaza('assembles parts that arrive in any order and repeatedly', async (world) => {
  const { app, ada, bob, plaza } = world;
  const whole = Buffer.concat([webm, randomBytes(2700)]);
  const part = (viewer: Viewer, index: number, guid = 'g') => {
    const fields = { type: 'video', guid, chunkIndex: String(index), totalChunks: '3' };
    return plaza.upload(viewer, url, fields, {
      name: 'x.mp4',
      body: whole.subarray(index * 1200, index === 2 ? undefined : index * 1200 + 1200),
    });
  };
  const first = await part(ada, 2);
  assert.deepEqual(first.body, {
    ...first.body,
    data: '',
    has_more: true,
    message: 'Missing chunks: 0, 1',
  });
  await part(ada, 0);
  const again = await part(ada, 0);
  assert.equal(again.body.message, 'Missing chunks: 1');
  assert.equal((await part(bob, 1)).body.has_more, true, 'bob’s parts belong to another file');
  const last = await part(ada, 1);
  assert.equal(last.status, 200, last.body.message);
  assert.deepEqual(await read(app, String(last.body.data)), whole);
  assert.deepEqual(
    (await part(ada, 1)).body.data,
    last.body.data,
    'a repeated request returns the same response',
  );
  assert.equal(await countRows(app), 1);
  const left = await app.db.selectFrom('social.chunk').select('path').execute();
  assert.equal(left.length, 1, 'only bob’s part is left');
  const other = await plaza.upload(ada, url, { guid: 'g', totalChunks: '2' }, { name: 'x', body: whole });
  assert.deepEqual([other.status, other.body.message.includes('guid')], [400, true]);
});

testPlaza('discards chunks that assemble to an invalid file', async ({ app, ada, plaza }) => {
  const part = (fields: Record<string, string>, body: Buffer) =>
    plaza.upload(ada, url, { guid: 'g', totalChunks: '2', ...fields }, { name: 'x', body });
  assert.equal((await part({ chunkIndex: '2' }, svg)).status, 400);
  assert.equal((await part({ guid: '', chunkIndex: '0' }, svg)).status, 400);
  assert.equal((await part({ totalChunks: '1001', chunkIndex: '0' }, svg)).status, 400);
  await part({ chunkIndex: '0' }, svg);
  assert.equal((await part({ chunkIndex: '1' }, svg)).status, 400);
  await part({ chunkIndex: '0', type: 'audio' }, Buffer.alloc(9 * 1024 * 1024));
  assert.equal((await part({ chunkIndex: '1', type: 'audio' }, Buffer.alloc(9 * 1024 * 1024))).status, 413);
  const rows = await app.db.selectFrom('social.chunked_upload').select('id').execute();
  assert.equal(rows.length, 0);
});

testPlaza('deletes unused and incomplete uploads after a day', async (world) => {
  const { app, ada, plaza } = world;
  const [used, unused] = [await send(plaza, ada, {}, await png()), await send(plaza, ada, {}, await png())];
  await useUpload(app, ada, used, { kinds: ['photos'], field: 'photo' });
  await plaza.upload(ada, url, { guid: 'g', totalChunks: '2' }, { name: 'x', body: svg });
  const chunk = await app.db.selectFrom('social.chunk').select('path').executeTakeFirstOrThrow();
  await removeUnused(app);
  assert.equal(await countRows(app), 2);
  app.clock.turn(days(1) + 1);
  await removeUnused(app);
  assert.equal(await countRows(app), 1);
  const there = async (path: string) => (await app.files.find(path)) !== undefined;
  assert.deepEqual([await there(used), await there(unused), await there(chunk.path)], [true, false, false]);
});
