import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { test } from '../../../test/app.ts';
import { tarGz } from '../../../test/peers/mastodon-archive.ts';
import { unpackInto, withFolder } from './unpack.ts';

const files = {
  'lists/list.csv': Buffer.from('one'),
  'media/a.png': Buffer.alloc(4000),
  'other.txt': Buffer.alloc(5000),
};
const archives: [string, () => Promise<Buffer>][] = [
  ['zip', () => Promise.resolve(Buffer.from(zipSync(files)))],
  ['tar', () => tarGz(files)],
];

for (const [kind, pack] of archives)
  test(`${kind}: unpacks what is wanted into files of its own`, async (app) => {
    const stored = `imports/archive-${kind}.bin`;
    await app.files.put(stored, await pack(), 'application/octet-stream');
    const unpack = (limits: { entries: number; bytes: number }, wanted: string[]) =>
      withFolder(app, async (folder) => {
        const found = await unpackInto(app, { path: stored, owner: '1', limits, wanted }, folder);
        assert.ok([...found.values()].every((file) => existsSync(file)));
        return [...found].map(([name, file]) => [name, readFileSync(file).length]);
      });
    const enough = { entries: 3, bytes: 40_000 };
    assert.deepEqual(await unpack(enough, ['list.csv', 'media/a.png', 'absent']), [
      ['list.csv', 3],
      ['media/a.png', 4000],
    ]);
    await assert.rejects(unpack({ entries: 2, bytes: 40_000 }, ['other.txt']), { kind: 'too-large' });
    await assert.rejects(unpack({ entries: 3, bytes: 2000 }, ['media/a.png']), { kind: 'too-large' });
    assert.deepEqual(await readdir(join(app.config.dataFolder, 'uploads/.incoming')), []);
  });

test('unpacks nothing outside of its folder', async (app) => {
  const names = { '../../outside.txt': Buffer.from('one'), 'b.txt': Buffer.from('two') };
  const stored = 'imports/archive-outside.bin';
  await app.files.put(stored, await tarGz(names), 'application/octet-stream');
  const archive = {
    path: stored,
    owner: '1',
    limits: { entries: 3, bytes: 40_000 },
    wanted: ['outside.txt'],
  };
  const [file = ''] = await withFolder(app, async (folder) => [
    ...(await unpackInto(app, archive, folder)).values(),
  ]);
  assert.ok(file.startsWith(join(app.config.dataFolder, 'uploads/.incoming/')));
});
