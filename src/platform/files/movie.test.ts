import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { box, movieFile } from '../../../test/media/movie.ts';
import { stripVideoMetadata } from './movie.ts';

async function strip(content: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'movie-'));
  try {
    await writeFile(join(folder, 'movie'), content);
    return {
      ...(await stripVideoMetadata(join(folder, 'movie'))),
      after: await readFile(join(folder, 'movie')),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const upright = { width: 1920, height: 1080, milliseconds: 2500 };
const turned = { width: 1080, height: 1920, milliseconds: 2500 };

for (const isLong of [false, true])
  test(`the size of a video is as displayed${isLong ? ', with fields of 64 bits' : ''}`, async () => {
    for (const [turn, movieTurn, expected] of [
      [0, 0, upright],
      [90, 0, turned],
      [180, 0, upright],
      [270, 0, turned],
      [0, 90, turned],
      [90, 270, upright],
    ] as const)
      assert.deepEqual(
        (await strip(movieFile({ turn, movieTurn, isLong }))).movie,
        expected,
        `${turn} ${movieTurn}`,
      );
  });

test('finds the encodings of the tracks, and the profile of H.264 beyond the usual', async () => {
  const codecs = async (options: Parameters<typeof movieFile>[0]) => (await strip(movieFile(options))).codecs;
  assert.deepEqual(await codecs({ audio: 'mp4a' }), { pictures: ['avc1'], sounds: ['mp4a'] });
  assert.deepEqual(await codecs({ profile: 122 }), { pictures: ['avc1.122'], sounds: [] });
  assert.deepEqual(await codecs({ video: 'hvc1', audio: 'lpcm' }), { pictures: ['hvc1'], sounds: ['lpcm'] });
  assert.deepEqual(await codecs({ video: '', audio: 'mp4a' }), { pictures: [], sounds: ['mp4a'] });
});

test('a length that a recorder did not know is unknown', async () => {
  for (const length of [0, -1])
    assert.equal((await strip(movieFile({ length }))).movie.milliseconds, undefined, String(length));
});

test('metadata boxes lose their content and the file its size not', async () => {
  const file = Buffer.concat([movieFile(), box('udta', 'secret place'), box('uuid', 'secret place')]);
  const { after } = await strip(file);
  assert.equal(after.length, file.length);
  assert.ok(!after.includes('secret'));
});

test('files whose boxes lie about their sizes end the search', async () => {
  const huge = Buffer.from([0, 0, 0, 1, ...Buffer.from('moov'), 255, 255, 255, 255, 255, 255, 255, 255]);
  const zero = Buffer.from([0, 0, 0, 0, ...Buffer.from('moov')]);
  let nested: Buffer = Buffer.alloc(0);
  for (let depth = 0; depth < 3000; depth += 1) nested = box(depth % 2 ? 'moov' : 'trak', nested);
  const many = Buffer.concat(Array.from({ length: 5000 }, () => box('trak')));
  const descriptions = box(
    'moov',
    box(
      'trak',
      box(
        'stsd',
        Buffer.alloc(8),
        ...Array.from({ length: 500 }, () => box('avc1', Buffer.alloc(78), box('free'))),
      ),
    ),
  );
  for (const content of [
    Buffer.alloc(0),
    Buffer.alloc(9),
    huge,
    zero,
    Buffer.concat([zero, zero]),
    nested,
    many,
    box('moov', box('tkhd'), box('mvhd'), box('hdlr'), box('stsd')),
  ])
    assert.deepEqual(await strip(content).then(({ movie, codecs }) => ({ ...movie, ...codecs })), {
      pictures: [],
      sounds: [],
    });
  assert.deepEqual((await strip(descriptions)).codecs, { pictures: [], sounds: [] });
  for (let cut = 0; cut < movieFile().length; cut += 7) await strip(movieFile().subarray(0, cut));
});
