import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import sharp from 'sharp';
import { silentLog, testConfig } from '../../../test/app.ts';
import { claimingSize, heic, rotatedHeic, wideHeic } from '../../../test/media/heic.ts';
import { Problem } from '../../kernel/problem.ts';
import { systemClock } from '../app.ts';
import { openFiles } from '../files.ts';
import { largestPicture, removePicture, storePicture } from '../pictures.ts';

async function open(t: TestContext) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'pictures-'));
  t.after(() => rm(dataFolder, { recursive: true }));
  const noBucket = {
    S3_BUCKET: '',
    S3_DIRECT_UPLOADS: false,
    S3_REGION: '',
    S3_ENDPOINT: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
  };
  const files = openFiles({ dataFolder, plazaUrl: 'http://plaza.example', ...noBucket });
  const stored = async (path: string) => buffer((await files.read(path))!.stream);
  return { app: { files, clock: systemClock, config: testConfig(), log: silentLog }, stored };
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 40, g: 90, b: 200 } } });

for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const)
  test(`${format} becomes WebP in two sizes`, async (t) => {
    const { app, stored } = await open(t);
    const source = await plain(2200, 1100).toFormat(format).toBuffer();
    const picture = await storePicture(app, 'ada', source, 'photos');
    assert.equal(picture.width, 2048);
    assert.equal(picture.height, 1024);
    assert.equal(picture.small, picture.path.replace('.webp', '-small.webp'));
    const large = await sharp(await stored(picture.path)).metadata();
    const small = await sharp(await stored(picture.small)).metadata();
    assert.deepEqual([large.format, large.width, small.format, small.width], ['webp', 2048, 'webp', 640]);
    await removePicture(app, picture.path);
    assert.equal(await app.files.find(picture.path), undefined);
    assert.equal(await app.files.find(picture.small), undefined);
  });

test('does not enlarge a small picture', async (t) => {
  const { app } = await open(t);
  const { width, height } = await storePicture(app, 'ada', await plain(30, 20).png().toBuffer(), 'photos');
  assert.deepEqual([width, height], [30, 20]);
});

test('strips location and camera after rotating the picture upright', async (t) => {
  const { app, stored } = await open(t);
  const exif = { IFD0: { Model: 'Secret Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
  const source = await plain(200, 100).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  assert.ok((await sharp(source).metadata()).exif);
  const picture = await storePicture(app, 'ada', source, 'photos');
  assert.deepEqual([picture.width, picture.height], [100, 200]);
  const { exif: left, icc, xmp, orientation } = await sharp(await stored(picture.path)).metadata();
  assert.deepEqual([left, icc, xmp, orientation], [undefined, undefined, undefined, undefined]);
});

test('preserves animations, except for an avatar', async (t) => {
  const { app, stored } = await open(t);
  const frames = await Promise.all([0, 120, 240].map((red) => frame(red)));
  const source = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 200, 300] })
    .toBuffer();
  const moving = await storePicture(app, 'ada', source, 'photos');
  assert.deepEqual([moving.width, moving.height], [80, 40]);
  const { pages, delay } = await sharp(await stored(moving.path)).metadata();
  assert.equal(pages, 3);
  assert.deepEqual(delay, [100, 200, 300]);
  const still = await storePicture(app, 'ada', source, 'avatars');
  assert.deepEqual([still.width, still.height], [400, 400]);
  assert.equal((await sharp(await stored(still.path)).metadata()).pages, undefined);
  assert.equal((await sharp(await stored(still.small)).metadata()).width, 96);
});

const frame = (r: number) =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: { r, g: 0, b: 0 } } })
    .png()
    .toBuffer();

test('crops what the person sees, whatever the stored orientation', async (t) => {
  const { app, stored } = await open(t);
  // Displayed upright, it is 100 wide and 200 high, blue at the top and partly red at the bottom.
  const source = await plain(200, 100)
    .composite([{ input: await frame(255), left: 110, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const crop = { left: 0, top: 0.5, width: 1, height: 0.5 };
  const picture = await storePicture(app, 'ada', source, 'photos', { crop });
  assert.deepEqual([picture.width, picture.height], [100, 100]);
  const { channels } = await sharp(await stored(picture.path)).stats();
  assert.ok(channels[0]!.mean > 90, 'the lower half is red');
  const sliver = { left: 0.999, top: 0.999, width: 0.0001, height: 1 };
  const min = await storePicture(app, 'ada', source, 'photos', { crop: sliver });
  assert.deepEqual([min.width, min.height], [1, 1]);
  const square = await storePicture(app, 'ada', source, 'avatars', { crop });
  assert.deepEqual([square.width, square.height], [400, 400]);
});

test('removes edges from a blurred picture', async (t) => {
  const { app, stored } = await open(t);
  const source = await plain(200, 100)
    .composite([{ input: await white(), left: 60, top: 30 }])
    .png()
    .toBuffer();
  /** The largest difference between adjacent pixels of the middle row. */
  const edgeOf = async (path: string) => {
    const row = await sharp(await stored(path))
      .extract({ left: 0, top: 50, width: 200, height: 1 })
      .greyscale()
      .raw()
      .toBuffer();
    return Math.max(...Array.from(row.subarray(1), (value, i) => Math.abs(value - (row[i] ?? 0))));
  };
  const { path: clear } = await storePicture(app, 'ada', source, 'photos');
  const { path: blurred } = await storePicture(app, 'ada', source, 'photos', { blur: true });
  assert.ok((await edgeOf(clear)) > 4 * (await edgeOf(blurred)));
});

const white = () =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const refused: [string, () => Buffer | Promise<Buffer>][] = [
  ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG', () => Buffer.from(svg)],
  ['an empty file', () => Buffer.alloc(0)],
  ['random bytes', () => randomBytes(5000)],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj')],
  ['a TIFF', () => plain(9, 9).tiff().toBuffer()],
  [
    'the first bytes of a PNG',
    () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(500)]),
  ],
  [
    'half a JPEG',
    async () =>
      (
        await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
          .jpeg()
          .toBuffer()
      ).subarray(0, 20_000),
  ],
  ['too many pixels', () => plain(6000, 6000).png().toBuffer()],
  ['HEIC without a picture', () => Buffer.from('000000186674797068656963000000006d69663168656963', 'hex')],
  ['HEIC that ends early', () => heic.subarray(0, -20)],
  ['HEIC of damaged data', () => Buffer.concat([heic.subarray(0, -41), randomBytes(41)])],
  ['HEIC of 400 megapixels', () => claimingSize(heic, 20_000, 20_000)],
  ['HEIC that claims to be wider than it is', () => claimingSize(heic, 5000, 64)],
];
for (const [what, create] of refused)
  test(`rejects ${what} and names the field`, async (t) => {
    const { app } = await open(t);
    await assert.rejects(storePicture(app, 'ada', await create(), 'photos', 'picture'), (error) => {
      assert.ok(error instanceof Problem, String(error));
      assert.deepEqual([error.kind, error.field], ['invalid', 'picture']);
      return true;
    });
  });

for (const [what, source, size, red, blue] of [
  ['', heic, [96, 64], [10, 32], [86, 32]],
  [' that is stored on its side', rotatedHeic, [64, 96], [32, 86], [32, 10]],
] as const)
  test(`HEIC${what} becomes WebP, upright`, async (t) => {
    const { app, stored } = await open(t);
    const { path, width, height } = await storePicture(app, 'ada', source, 'photos');
    assert.deepEqual([width, height], size);
    const { data, info } = await sharp(await stored(path))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colorAt = ([x, y]: readonly [number, number]) => {
      const start = (y * info.width + x) * info.channels;
      return data[start]! > data[start + 2]! ? 'red' : 'blue';
    };
    assert.deepEqual([colorAt(red), colorAt(blue)], ['red', 'blue']);
    const square = await storePicture(app, 'ada', source, 'avatars', {
      crop: { left: 0, top: 0, width: 0.5, height: 0.5 },
    });
    assert.deepEqual([square.width, square.height], [400, 400]);
  });

test('reads AVIF whose container is named like HEIC', async (t) => {
  const { app } = await open(t);
  const source = await plain(40, 30).avif().toBuffer();
  source.write('mif1', 8, 'latin1');
  const { width, height } = await storePicture(app, 'ada', source, 'photos');
  assert.deepEqual([width, height], [40, 30]);
});

test('rejects oversized input before reading it', async (t) => {
  const { app } = await open(t);
  const long = Buffer.alloc(largestPicture + 1);
  await assert.rejects(
    storePicture(app, 'ada', long, 'photos'),
    (error) => (error as Problem).kind === 'too-large',
  );
});

test('processes many concurrently', async (t) => {
  const { app } = await open(t);
  const source = await plain(900, 600).jpeg().toBuffer();
  const all = await Promise.all(Array.from({ length: 8 }, () => storePicture(app, 'ada', source, 'covers')));
  assert.equal(new Set(all.map(({ path }) => path)).size, 8);
});

/** Kinds of photos that cameras and editors save, each of one color. */
const kinds: [
  what: string,
  source: () => Promise<Buffer>,
  rgb: [number, number, number],
  tolerance: number,
][] = [
  ['CMYK', () => plain(40, 30).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(), [40, 90, 200], 45],
  ['Display P3', () => plain(40, 30).withIccProfile('p3').png().toBuffer(), [40, 90, 200], 12],
  ['Display P3 as HEIC', () => Promise.resolve(wideHeic), [40, 90, 200], 12],
  [
    'HEIC with a damaged color profile',
    () => {
      const start = wideHeic.indexOf('colrprof') + 8;
      return Promise.resolve(Buffer.from(wideHeic).fill(0x55, start, start + 100));
    },
    [40, 90, 200],
    40,
  ],
  ['16 bits a channel', () => plain(40, 30).toColourspace('rgb16').png().toBuffer(), [40, 90, 200], 12],
  [
    'gray with transparency',
    () => plain(40, 30).grayscale().ensureAlpha(1).png().toBuffer(),
    [90, 90, 90],
    25,
  ],
];
for (const [what, source, [r, g, b], tolerance] of kinds)
  test(`stores a photo in ${what} in the colors that it shows`, async (t) => {
    const { app, stored } = await open(t);
    const { path } = await storePicture(app, 'ada', await source(), 'photos');
    const large = sharp(await stored(path));
    const { space, icc } = await large.metadata();
    assert.deepEqual([space, icc], ['srgb', undefined]);
    const [red = 0, green = 0, blue = 0] = await large.removeAlpha().raw().toBuffer();
    for (const [is, wanted] of [
      [red, r],
      [green, g],
      [blue, b],
    ] as const)
      assert.ok(Math.abs(is - wanted) <= tolerance, `${red} ${green} ${blue}`);
  });
