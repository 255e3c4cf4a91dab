import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { testWithDatabase } from '../../../test/app.ts';
import { encodeVideo } from '../../../test/chromium/encode-video.ts';
import { addPerson } from '../../../test/world.ts';
import { receiveUpload } from './receive-upload.ts';

testWithDatabase('assembles chunks that arrive concurrently into one file', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const whole = encodeVideo({ padding: 8000 });
  const total = 6;
  const length = Math.ceil(whole.length / total);
  const send = async (index: number) => {
    const file = await app.files.newTemporary();
    await writeFile(file, whole.subarray(index * length, (index + 1) * length));
    const sent = { file, name: 'x.mp4', kind: 'video', handle: 'post' } as const;
    return receiveUpload(app, ada, sent, { guid: 'video', index, total });
  };
  const taken = await Promise.all(Array.from({ length: total }, (_, index) => send(index)));
  const paths = taken.flatMap((each) => ('path' in each ? [each.path] : []));
  assert.equal(paths.length, 1);
  const uploads = await app.db.selectFrom('social.upload').select(['path', 'bytes']).execute();
  assert.deepEqual(uploads, [{ path: paths[0], bytes: String(whole.length) }]);
  const stored = await buffer((await app.files.read(paths[0] ?? ''))!.stream);
  assert.deepEqual(stored.subarray(-8000), whole.subarray(-8000));
  assert.deepEqual(await app.db.selectFrom('social.chunk').selectAll().execute(), []);
});
