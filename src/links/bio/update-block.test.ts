import { ok } from 'node:assert/strict';
import sharp from 'sharp';
import { testWithDatabase } from '../../../test/app.ts';
import { makeWorld } from '../../../test/world.ts';
import { Problem } from '../../kernel/problem.ts';
import { addBio } from './add-bio.ts';
import { addBlock } from './add-block.ts';
import { findBlock } from './list-blocks.ts';
import { updateBlock } from './update-block.ts';

const rounds = 6;

const draw = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

testWithDatabase('of two changes of a block at once, none loses the other’s picture', async ({ app }) => {
  const { ada } = await makeWorld(app);
  const bio = await addBio(app, ada, { title: 'Ada' });
  const picture = { field: 'picture', body: await draw('red') };
  for (let round = 0; round < rounds; round += 1) {
    const id = await addBlock(app, ada, bio.id, 'link', {
      fields: { title: 'Notes', url: 'https://example.org/' },
      files: [],
    });
    const fields = { url: 'https://example.org/', title: 'Notes' };
    const [drawn, renamed] = await Promise.allSettled([
      updateBlock(app, ada, bio.id, id, { fields, files: [picture] }),
      updateBlock(app, ada, bio.id, id, { fields: { ...fields, title: `Renamed ${round}` }, files: [] }),
    ]);
    for (const result of [drawn, renamed])
      if (result.status === 'rejected')
        ok(result.reason instanceof Problem && result.reason.kind === 'conflict', String(result.reason));
    const content = (await findBlock(app, bio.id, id))?.content as { picture: string | null };
    if (drawn.status === 'fulfilled') ok(content.picture, 'the picture is lost');
    ok(drawn.status === 'fulfilled' || renamed.status === 'fulfilled');
  }
});
