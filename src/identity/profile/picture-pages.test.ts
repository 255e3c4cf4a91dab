import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import sharp from 'sharp';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { parseCrop } from './pictures.ts';

const path = '/settings/pictures';
const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();

testPlaza('sets, crops and removes a picture and a cover', async ({ app, ada, plaza }) => {
  const read = () =>
    app.db
      .selectFrom('identity.account')
      .select(['picture', 'cover'])
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow();
  assert.doesNotMatch((await plaza.page(ada, path)).text, /Remove your/);
  const file = { name: 'me.jpg', body: await jpeg(300, 200) };
  const saved = await plaza.multipart(ada, path, { handle: 'picture', crop: '0.5,0,0.5,0.75' }, file);
  assert.deepEqual([saved.status, saved.headers.location], [303, path]);
  await plaza.multipart(ada, path, { handle: 'cover', crop: '' }, file);
  const { picture, cover } = await read();
  const sizeOf = async (stored: string) => {
    const { width, height } = await sharp(await buffer((await app.files.read(stored))!.stream)).metadata();
    return [width, height];
  };
  assert.deepEqual(
    [await sizeOf(picture!), await sizeOf(cover!)],
    [
      [400, 400],
      [300, 200],
    ],
  );
  const page = await plaza.page(ada, path);
  assert.ok(page.text.includes(app.files.address(picture!)) && page.text.includes(app.files.address(cover!)));
  assert.match(page.text, /Remove your picture\?/);
  for (const handle of ['picture', 'cover']) await plaza.form(ada, `${path}/remove`, { handle });
  assert.deepEqual(await read(), { picture: null, cover: null });
  assert.equal((await plaza.form(ada, `${path}/remove`, { handle: 'both' })).status, 400);
});

testPlaza('rejects a file that is not a picture, at its field', async ({ ada, plaza }) => {
  const rows: [Record<string, string>, { name: string; body: Buffer } | undefined, RegExp][] = [
    [{ handle: 'cover' }, undefined, /Choose a picture/],
    [
      { handle: 'cover' },
      { name: 'x.jpg', body: Buffer.from('<svg onload="alert(1)"/>') },
      /Unsupported image/,
    ],
    [{ handle: 'cover', crop: '2,2,2,2' }, { name: 'x.jpg', body: await jpeg(9, 9) }, /A crop must be/],
  ];
  for (const [fields, file, message] of rows) {
    const { status, text } = await plaza.multipart(ada, path, fields, file);
    assert.equal(status, 422);
    assert.match(text, /id="field-cover-file-error"/);
    assert.match(text, message);
    assert.doesNotMatch(text, /id="field-picture-file-error"/);
  }
  assert.equal((await plaza.page(undefined, path)).status, 303);
});

const crops: [string | undefined, ReturnType<typeof parseCrop> | 'refused'][] = [
  [undefined, undefined],
  [' ', undefined],
  ['0.25,0,0.5,1', { left: 0.25, top: 0, width: 0.5, height: 1 }],
  ['0,0,1,1', { left: 0, top: 0, width: 1, height: 1 }],
  ['0,0,1', 'refused'],
  ['0,0,1,1,1', 'refused'],
  ['1,0,1,1', 'refused'],
  ['0,0,0,1', 'refused'],
  ['0,0,1.5,1', 'refused'],
  ['-1,0,1,1', 'refused'],
  ['a,b,c,d', 'refused'],
  ['1e-400,0,1,1', 'refused'],
  [',,,', 'refused'],
];
for (const [text, expected] of crops)
  test(`${expected === 'refused' ? 'rejects' : 'accepts'} the crop ${JSON.stringify(text)}`, () => {
    if (expected === 'refused') assert.throws(() => parseCrop(text), { kind: 'invalid', field: 'crop' });
    else assert.deepEqual(parseCrop(text), expected);
  });
