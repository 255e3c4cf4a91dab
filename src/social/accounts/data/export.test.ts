import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { days } from '../../../kernel/time.ts';
import { connect } from '../../people/connect.ts';
import { publishPost } from '../../posts/publish-post.ts';
import { buildExport } from './build-export.ts';
import { openExport } from './exports.ts';
import { forgetExports } from './forget-exports.ts';

const path = '/settings/data';

/** Reads the entries that are listed at the end of an archive. */
function unpack(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = archive.readUInt16LE(at + 28);
    const start = archive.readUInt32LE(at + 42) + 30 + nameLength;
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    files.set(archive.toString('utf8', at + 46, at + 46 + nameLength), inflateRawSync(packed).toString());
    at += 46 + nameLength;
  }
  return files;
}

testPlaza('what somebody has here is put together for them alone, and for a week', async (world) => {
  const { app, ada, bob, carol, plaza } = world;
  await publishPost(app, ada, { text: 'Mine, and for friends', privacy: 'friends', photos: [] });
  await publishPost(app, bob, { text: 'Not hers', privacy: 'public', photos: [] });
  await connect(app, ada, 'block', bob.id);
  await connect(app, carol, 'block', ada.id);
  assert.equal((await plaza.form(ada, `${path}/exports`)).status, 303);
  assert.equal((await plaza.form(ada, `${path}/exports`)).status, 409);
  assert.match((await plaza.page(ada, path)).text, /Being put together/);
  const job = (await queuedJobs(app)).find(({ name }) => name === 'social.build-export');
  const { id } = job?.payload as { id: string };
  await buildExport(app, { id });
  assert.match((await plaza.page(ada, path)).text, new RegExp(`href="${path}/exports/${id}"`));
  assert.equal((await plaza.page(bob, `${path}/exports/${id}`)).status, 404);
  const sent = await plaza.page(ada, `${path}/exports/${id}`);
  assert.match(String(sent.headers['content-disposition']), /^attachment; filename="plaza-ada-.*\.zip"$/);

  const parts: Buffer[] = [];
  for await (const part of (await openExport(app, ada, id)).stream) parts.push(part as Buffer);
  const files = unpack(Buffer.concat(parts));
  assert.match(files.get('account.json') ?? '', /"user_email": "ada@example\.org"/);
  assert.match(files.get('post.json') ?? '', /Mine, and for friends/);
  assert.ok([...files.values()].every((text) => !text.includes('Not hers')));
  const blocks = JSON.parse(files.get('block.json') ?? '[]') as { blocked_id: number }[];
  assert.deepEqual(
    blocks.map(({ blocked_id }) => String(blocked_id)),
    [bob.id],
    'who has blocked her is not told',
  );

  app.clock.turn(days(8));
  assert.equal((await plaza.page(ada, `${path}/exports/${id}`)).status, 404);
  await forgetExports(app);
  assert.deepEqual(await app.db.selectFrom('social.data_export').select('id').execute(), []);
});
