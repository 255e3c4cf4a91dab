import assert from 'node:assert/strict';
import sharp from 'sharp';
import { testWithDatabase } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import { findLogo } from './code.ts';
import { addCode, updateCode } from './codes.ts';

testWithDatabase(
  'an update of a QR code that omits the logo preserves a concurrently added one',
  async ({ app }) => {
    const { ada } = await createWorld(app);
    const unchanged = { content: { text: 'Hello' }, design: {} };
    const code = await addCode(app, ada, { kind: 'text', ...unchanged });
    const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    for (let round = 0; round < 6; round += 1) {
      await updateCode(app, ada, code.id, { ...unchanged, logo: null });
      assert.equal(await findLogo(app, code.id), undefined);
      await Promise.all([
        updateCode(app, ada, code.id, { ...unchanged, logo }),
        updateCode(app, ada, code.id, { ...unchanged, content: { text: `Hello ${round}` } }),
      ]);
      assert.ok(await findLogo(app, code.id), 'the logo is lost');
    }
  },
);
