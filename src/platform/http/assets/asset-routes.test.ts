import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { hop } from '../../../links/product.ts';
import { assetRoutes } from './asset-routes.ts';
import { loadAssets, type Assets } from './assets.ts';

describe('asset routes', () => {
  let assets: Assets;
  let server: FastifyInstance;
  before(async () => {
    assets = await loadAssets();
    server = Fastify();
    assetRoutes(assets, hop())(server);
  });

  it('serves a file compressed and immutable', async () => {
    const url = assets.address('styles/main.css');
    const answer = await server.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-encoding'], 'br');
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(answer.headers['content-type'], 'text/css; charset=utf-8');
    assert.match(brotliDecompressSync(answer.rawPayload).toString(), /@layer/);
  });

  it('serves a file uncompressed to clients without support', async () => {
    const answer = await server.inject({ url: assets.address('main.ts') });
    assert.equal(answer.headers['content-encoding'], undefined);
    assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.match(answer.body, /import/);
  });

  it('returns 404 for other addresses', async () => {
    for (const url of ['/assets/000000000000/main.ts', '/assets/../package.json', '/assets/']) {
      assert.equal((await server.inject({ url })).statusCode, 404, url);
    }
  });

  it('serves the icon as SVG, ICO and PNG', async () => {
    assert.match((await server.inject({ url: '/favicon.svg' })).body, /^<svg /);
    const touch = await sharp((await server.inject({ url: '/apple-touch-icon.png' })).rawPayload).metadata();
    assert.deepEqual([touch.format, touch.width, touch.height], ['png', 180, 180]);
    const ico = (await server.inject({ url: '/favicon.ico' })).rawPayload;
    assert.deepEqual([...ico.subarray(0, 6)], [0, 0, 1, 0, 1, 0]);
    const inside = await sharp(ico.subarray(ico.readUInt32LE(18))).metadata();
    assert.deepEqual([inside.format, inside.width], ['png', 48]);
  });
});
