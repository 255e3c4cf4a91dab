import assert from 'node:assert/strict';
import sharp from 'sharp';
import { testWithDatabase } from '../../../test/app.ts';
import { openPlaza, testPlaza, type World } from '../../../test/ask-plaza.ts';
import { startBucket } from '../../../test/peers/bucket.ts';
import { createWorld } from '../../../test/world.ts';
import { days, hours } from '../../kernel/time.ts';
import { openFiles } from '../../platform/files.ts';
import { removeUnused } from './remove-unused.ts';

const base = '/apis/php/data/upload';

interface Started {
  url: string;
  headers: Record<string, string>;
  ticket: string;
}

testWithDatabase('a file goes straight to the bucket, and is checked as any other', async (open) => {
  const bucket = await startBucket();
  const settings = { ...bucket.settings, S3_DIRECT_UPLOADS: true };
  const config = { ...open.app.config, ...settings };
  const app = { ...open.app, config, files: openFiles(config) };
  const { ada, bob } = await createWorld(app);
  const plaza = await openPlaza(app);
  const start = async (fields: object) => {
    const { status, body } = await plaza.api(ada, 'POST', `${base}/start`, fields);
    assert.equal(status, 200, body.message);
    return body.data as Started;
  };
  const put = ({ url, headers }: Started, body: Buffer) => {
    // Clients set the length themselves.
    const sent = { 'content-type': headers['content-type'] ?? '' };
    return fetch(url, { method: 'PUT', headers: sent, body: new Uint8Array(body) });
  };
  const finish = (fields: object, viewer: World['ada'] = ada) =>
    plaza.api(viewer, 'POST', `${base}/finish`, fields);
  const left = () => [...bucket.objects.keys()].filter((key) => key.includes('/chunks/'));
  try {
    const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#357' } })
      .png()
      .toBuffer();
    const one = await start({ guid: 'one', size: png.length });
    assert.equal((await put(one, Buffer.concat([png, png]))).status, 403, 'the length is signed');
    assert.equal((await finish({ guid: 'one', ticket: one.ticket })).status, 400, 'nothing was sent yet');
    assert.equal((await put(one, png)).status, 200);
    assert.equal(
      (await finish({ guid: 'one', ticket: one.ticket }, bob)).status,
      400,
      'a ticket is of one member',
    );
    assert.equal((await finish({ guid: 'two', ticket: one.ticket })).status, 400);
    const stored = await finish({ guid: 'one', ticket: one.ticket, name: 'x.png' });
    assert.match(String(stored.body.data), /^photos\/.*\.webp$/, stored.body.message);
    assert.deepEqual((await finish({ guid: 'one', ticket: one.ticket })).body.data, stored.body.data);
    assert.deepEqual(left(), []);

    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const bad = await start({ guid: 'bad', size: svg.length });
    await put(bad, svg);
    assert.equal((await finish({ guid: 'bad', ticket: bad.ticket })).status, 400, 'the type is detected');
    assert.deepEqual(left(), []);

    const text = [Buffer.from('The first half, '), Buffer.from('and the second.')];
    const parts: Started[] = [];
    for (const [chunkIndex, body] of text.entries()) {
      const each = await start({
        type: 'file',
        guid: 'parts',
        size: body.length,
        chunkIndex,
        totalChunks: 2,
      });
      await put(each, body);
      parts.push(each);
    }
    const part = (at: number) =>
      finish({
        type: 'file',
        guid: 'parts',
        ticket: parts[at]!.ticket,
        chunkIndex: at,
        totalChunks: 2,
        name: 'a.txt',
      });
    assert.equal((await part(1)).body.has_more, true);
    assert.equal((await part(1)).body.has_more, true, 'a repeated part is not removed');
    const whole = await part(0);
    assert.equal(bucket.objects.get(`/uploads/${String(whole.body.data)}`)?.body.toString(), text.join(''));
    assert.deepEqual(left(), []);

    const abandoned = await start({
      type: 'file',
      guid: 'abandoned',
      size: 4,
      chunkIndex: 0,
      totalChunks: 2,
    });
    await put(abandoned, Buffer.from('half'));
    await finish({
      type: 'file',
      guid: 'abandoned',
      ticket: abandoned.ticket,
      chunkIndex: 0,
      totalChunks: 2,
    });
    app.clock.turn(days(2));
    await removeUnused(app);
    assert.deepEqual(left(), []);

    // Never finished, and once more after it was stored.
    const never = await start({ guid: 'never', size: png.length });
    await put(never, png);
    const twice = await start({ guid: 'twice', size: png.length });
    await put(twice, png);
    await finish({ guid: 'twice', ticket: twice.ticket, name: 'x.png' });
    await put(twice, png);
    assert.equal(left().length, 2);
    await removeUnused(app);
    assert.equal(left().length, 2, 'clients are given time');
    app.clock.turn(hours(1));
    await removeUnused(app);
    assert.deepEqual(left(), []);
    for (const [fields, status] of [
      [{ guid: 'large', size: 1e11 }, 413],
      [{ guid: 'none', size: 0 }, 400],
      [{ guid: '', size: 1 }, 400],
      [{ guid: 'a', size: 1, chunkIndex: 3, totalChunks: 2 }, 400],
    ] as const)
      assert.equal(
        (await plaza.api(ada, 'POST', `${base}/start`, fields)).status,
        status,
        JSON.stringify(fields),
      );

    // What may be sent counts before it is there.
    let promised = 0;
    for (let n = 0; n < 30; n += 1) {
      const video = { type: 'video', guid: 'many', size: 100 * 1024 ** 2, chunkIndex: n, totalChunks: 30 };
      promised += Number((await plaza.api(ada, 'POST', `${base}/start`, video)).status === 200);
    }
    assert.equal(promised, 20);
  } finally {
    await plaza.close();
    bucket.stop();
  }
});

testPlaza('without a bucket, files are sent here', async ({ ada, plaza }) => {
  assert.equal((await plaza.api(ada, 'POST', `${base}/start`, { guid: 'a', size: 1 })).status, 404);
});
