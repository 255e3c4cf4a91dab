import assert from 'node:assert/strict';
import sharp from 'sharp';
import { testPlaza } from '../../../test/ask-plaza.ts';

const url = '/apis/php/data/upload';
const png = () =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: '#357' } })
    .png()
    .toBuffer();

testPlaza(
  'accepts the file field names that existing clients use, but no unknown ones',
  async ({ ada, plaza }) => {
    const body = await png();
    for (const field of ['file', 'image', 'photo', 'avatar', 'cover', 'video'])
      assert.equal((await plaza.upload(ada, url, {}, { field, name: 'x', body })).status, 200, field);
    const { status, body: refusal } = await plaza.upload(ada, url, {}, { field: 'sticker', name: 'x', body });
    assert.equal(status, 400);
    assert.match(refusal.message, /^sticker cannot be attached here\. Send file\.$/);
  },
);

testPlaza(
  'other endpoints accept multipart forms without files, but reject files',
  async ({ ada, plaza }) => {
    const target = '/apis/php/user/image_delete';
    const fields = { handle: 'cover' };
    assert.equal((await plaza.upload(ada, target, fields)).status, 200);
    const { status, body } = await plaza.upload(ada, target, fields, { name: 'x', body: await png() });
    assert.deepEqual([status, body.message], [413, 'Files cannot be attached here']);
  },
);
