import assert from 'node:assert/strict';
import sharp from 'sharp';
import { testPlaza } from '../../../test/ask-plaza.ts';

const url = '/apis/php/posts/post';

testPlaza(
  'an attachment that a post has no place for is refused by its name',
  async ({ app, ada, plaza }) => {
    for (const field of ['audio', 'voice_note', 'file']) {
      const { status, body } = await plaza.api(ada, 'POST', url, { text: 'Listen', [field]: 'sounds/2026/09/a.mp3' }); // prettier-ignore
      assert.deepEqual([status, body.message], [400, `${field} cannot be attached to a post: attach photos or a video`]); // prettier-ignore
    }
    const song = { field: 'audio', name: 'song.mp3', body: Buffer.from('ID3') };
    const answer = await plaza.upload(ada, url, { text: 'Listen' }, song);
    assert.deepEqual([answer.status, answer.body.message], [400, 'audio cannot be attached to a post: attach photos or a video']); // prettier-ignore
    assert.match(
      (await plaza.multipart(ada, '/posts', { text: 'Listen' }, song)).text,
      /audio cannot be attached/,
    );
    const posts = await app.db.selectFrom('social.post').select('id').execute();
    assert.equal(posts.length, 0);
    assert.equal((await plaza.api(ada, 'POST', url, { text: 'Listen', audio: '' })).status, 200);
  },
);

testPlaza('uploads have the names of live clients too', async ({ app, ada, plaza }) => {
  const body = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const upload = async (type: string) =>
    String((await plaza.upload(ada, '/apis/php/data/upload', { type }, { name: 'x.png', body })).body.data);
  for (const src of [
    `uploads/${await upload('photo')}`,
    `/content/uploads/${await upload('image')}`,
    await upload('photos'),
  ])
    assert.equal((await plaza.api(ada, 'POST', '/apis/php/data/delete', { src })).status, 200, src);
  const { status, body: refusal } = await plaza.upload(ada, '/apis/php/data/upload', { type: 'videos' }, { name: 'x.png', body }); // prettier-ignore
  assert.deepEqual([status, refusal.message.includes('not a video')], [400, true]);
  assert.equal((await app.db.selectFrom('social.upload').select('id').execute()).length, 0);
  assert.equal((await plaza.api(ada, 'GET', '/apis/php/app/categories?get=marketplace')).status, 200);
});
