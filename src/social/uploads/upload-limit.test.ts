import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import type { Viewer } from '../../platform/app.ts';
import { openLimits } from '../../platform/limits.ts';

const url = '/apis/php/data/upload';

testPlaza('rejects more than thirty files in half an hour', async ({ app, ada, bob, plaza }) => {
  const limits = await openLimits(
    { ...app.config, RATE_LIMITS: true, REDIS_URL: '', WORKERS: 1, embeddedDatabase: true },
    undefined,
    app.log,
  );
  app.limits = limits;
  const body = Buffer.from('text');
  const send = (viewer: Viewer) => plaza.upload(viewer, url, { type: 'file' }, { name: 'x', body });
  for (let n = 0; n < app.config.UPLOAD_LIMIT; n += 1) assert.equal((await send(ada)).status, 200);
  for (const target of [url, '/apis/php/posts/post'])
    assert.equal((await plaza.upload(ada, target, {}, { name: 'x', body })).status, 429);
  assert.equal((await send(bob)).status, 200);
  await limits.close();
});
