import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { startSession } from '../../identity/sessions/sessions.ts';
import sharp from 'sharp';

const device = { createdVia: 'api', userAgent: 'Test', address: '127.0.0.1' } as const;

async function poster({ app, plaza, ada }: World) {
  const token = await startSession(app, ada.id, device);
  return async (body: BodyInit, key?: string) => {
    const request = new Request('http://plaza.test/', { method: 'POST', body });
    const isForm = body instanceof FormData;
    const type = isForm ? (request.headers.get('content-type') ?? '') : 'application/json';
    const {
      statusCode,
      headers,
      body: text,
    } = await plaza.inject({
      method: 'POST',
      url: '/apis/php/posts/post',
      headers: { 'x-auth-token': token, 'content-type': type, ...(key && { 'idempotency-key': key }) },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const { message, data } = JSON.parse(text) as { message: string; data?: { post_id: string } };
    return { status: statusCode, message, id: data?.post_id, replayed: headers['idempotent-replayed'] };
  };
}

testPlaza(
  'publishes a post resent with its Idempotency-Key once and returns the same response',
  async (world) => {
    const post = await poster(world);
    const body = JSON.stringify({ text: 'Once', privacy: 'public' });
    const first = await post(body, 'k-1');
    const again = await post(body, 'k-1');
    assert.equal(first.status, 200);
    assert.deepEqual([again.status, again.id, again.replayed], [200, first.id, 'true']);
    // A different body with the same key is a client error.
    assert.equal((await post(JSON.stringify({ text: 'Twice', privacy: 'public' }), 'k-1')).status, 409);
  },
);

testPlaza('rejects the same text without a key, with a message on what to do', async (world) => {
  const post = await poster(world);
  const body = JSON.stringify({ text: 'Once', privacy: 'public' });
  await post(body);
  const again = await post(body);
  assert.equal(again.status, 409);
  assert.match(again.message, /^You already posted this\. Wait a few minutes/);
});

testPlaza('treats forms with a file as the same call only if the file is the same', async (world) => {
  const post = await poster(world);
  const draw = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  const form = (picture: Buffer) => {
    const fields = new FormData();
    fields.set('text', 'With a picture');
    fields.set('privacy', 'public');
    fields.set('photos', new Blob([new Uint8Array(picture)]), 'a.png');
    return fields;
  };
  const red = await draw('red');
  const first = await post(form(red), 'k-2');
  assert.equal(first.status, 200);
  assert.notEqual(first.id, undefined);
  // The multipart boundary differs each time, but the content is the same.
  assert.equal((await post(form(red), 'k-2')).id, first.id);
  assert.equal((await post(form(await draw('blue')), 'k-2')).status, 409);
});
