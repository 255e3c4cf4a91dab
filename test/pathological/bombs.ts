// Files that are small to send and large to open, by type.
import { deflateRawSync, deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { claimingSize, heic } from '../media/heic.ts';

export interface Bomb {
  name: string;
  file: string;
  body: Buffer;
  /** Its first frame is small, so it can be a picture that does not move. */
  isSmallStill?: boolean;
}

const side = 40_000;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** A PNG of black pixels, one bit each. */
function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF whose first frame is as large as the screen, and whose others change one pixel. */
function gif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.alloc(13);
  head.write('GIF89a', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  head[10] = 0x80;
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex');
  const first = Buffer.from(frame);
  first.writeUInt16LE(width, 13);
  first.writeUInt16LE(height, 15);
  return Buffer.concat([
    head,
    Buffer.alloc(6, 0x77),
    first,
    ...Array.from({ length: frames - 1 }, () => frame),
    Buffer.from([0x3b]),
  ]);
}

/** Writes a value over each occurrence of some bytes, at an offset from them. */
function patched(body: Buffer, marker: Buffer, write: (at: number) => void): Buffer {
  for (let at = body.indexOf(marker); at >= 0; at = body.indexOf(marker, at + 1)) write(at);
  return body;
}

const small = () => sharp({ create: { width: 64, height: 64, channels: 3, background: '#369' } });

/** A JPEG, WebP, AVIF, TIFF and HEIC that claim to be as large as their format allows. */
async function liars(): Promise<Bomb[]> {
  const jpeg = await small().jpeg().toBuffer();
  patched(jpeg, Buffer.from([0xff, 0xc0]), (at) => jpeg.writeUInt32BE(0xffdcffdc, at + 5));
  const webp = await small().webp({ lossless: true }).toBuffer();
  patched(webp, Buffer.from('VP8L'), (at) => webp.writeUInt32LE(0x0fffffff, at + 9));
  const avif = await small().avif({ effort: 0 }).toBuffer();
  patched(avif, Buffer.from('ispe'), (at) => {
    avif.writeUInt32BE(side, at + 8);
    avif.writeUInt32BE(side, at + 12);
  });
  const tiff = await small().tiff().toBuffer();
  for (const tag of [256, 257])
    for (const type of [3, 4]) {
      const entry = Buffer.from([tag & 0xff, tag >> 8, type, 0, 1, 0, 0, 0]);
      patched(tiff, entry, (at) => tiff.writeUInt16LE(side, at + 8));
    }
  return [
    { name: 'JPEG of 4 gigapixels', file: 'a.jpg', body: jpeg },
    { name: 'WebP of 268 megapixels', file: 'a.webp', body: webp },
    { name: 'AVIF of 1.6 gigapixels', file: 'a.avif', body: avif },
    { name: 'TIFF of 1.6 gigapixels', file: 'a.tiff', body: tiff },
    { name: 'HEIC of 1.6 gigapixels', file: 'a.heic', body: claimingSize(heic, side, side) },
  ];
}

const uint24 = (value: number): Buffer => Buffer.from([value & 0xff, (value >> 8) & 0xff, value >> 16]);

/** A WebP of many frames, each of which has one pixel on a large canvas. */
async function movingWebp(width: number, height: number, frames: number): Promise<Buffer> {
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#369' } })
    .webp({ lossless: true })
    .toBuffer();
  const part = (name: string, data: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(name, 'latin1'), size, data, Buffer.alloc(data.length % 2)]);
  };
  const canvas = Buffer.concat([Buffer.from([0x12, 0, 0, 0]), uint24(width - 1), uint24(height - 1)]);
  const place = Buffer.concat([Buffer.alloc(12), uint24(50), Buffer.from([0])]);
  const frame = part('ANMF', Buffer.concat([place, pixel.subarray(pixel.indexOf('VP8L'))]));
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    part('VP8X', canvas),
    part('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ]);
  return part('RIFF', body);
}

/** A PNG that moves: its first frame is the picture, and each of the others as large. */
function apng(width: number, height: number, frames: number): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const chunks = [chunk('acTL', control)];
  for (let n = 0; n < frames; n += 1) {
    const frame = Buffer.alloc(26);
    frame.writeUInt32BE(n);
    frame.writeUInt32BE(width, 4);
    frame.writeUInt32BE(height, 8);
    frame.writeUInt16BE(1, 20);
    frame.writeUInt16BE(100, 22);
    chunks.push(chunk('fcTL', frame));
    if (n > 0) chunks.push(chunk('fdAT', Buffer.concat([frame.subarray(0, 4), rows])));
  }
  return png(width, height, ...chunks);
}

/** An AVIF that says that it is a sequence. */
async function avifSequence(): Promise<Buffer> {
  const avif = await small().avif({ effort: 0 }).toBuffer();
  avif.write('avis', 8, 'latin1');
  return patched(avif, Buffer.from('ispe'), (at) => {
    avif.writeUInt32BE(side, at + 8);
    avif.writeUInt32BE(side, at + 12);
  });
}

const svg = (inner: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="4900" height="4900">${inner}</svg>`,
  );
const filters = '<feTurbulence baseFrequency="0.05" numOctaves="9"/><feGaussianBlur stdDeviation="200"/>';
const multiplied = Array.from(
  { length: 8 },
  (_, n) => `<g id="a${n + 1}">${`<use xlink:href="#a${n}" x="1"/>`.repeat(10)}</g>`,
);

const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * 1024 * 1024);

/** A document whose object stream inflates to 200 MiB. */
function pdf(): Buffer {
  const stream = deflateSync(zeros(200));
  const head = `%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>\nstream\n`;
  return Buffer.concat([
    Buffer.from(head),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 2 0 R>>\n%%EOF'),
  ]);
}

/** An archive with one entry of 200 MiB, named `[Content_Types].xml` as in office documents. */
function zip(): Buffer {
  const name = Buffer.from('[Content_Types].xml');
  const content = zeros(200);
  const data = deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, data]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** All that no picture field accepts. */
export const bombs: readonly Bomb[] = [
  { name: 'PNG of 1.6 gigapixels', file: 'a.png', body: png(side, side) },
  {
    name: 'PNG with a text of 100 MiB',
    file: 'a.png',
    body: png(
      side,
      side,
      chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(zeros(100))])),
    ),
  },
  { name: 'GIF of 3,000 frames', file: 'a.gif', body: gif(1000, 1000, 3000), isSmallStill: true },
  { name: 'GIF of 1.6 gigapixels', file: 'a.gif', body: gif(side, side, 1) },
  {
    name: 'WebP of 500 frames of 4 megapixels',
    file: 'a.webp',
    body: await movingWebp(2000, 2000, 500),
    isSmallStill: true,
  },
  { name: 'WebP of one frame of 268 megapixels', file: 'a.webp', body: await movingWebp(16_383, 16_383, 1) },
  {
    name: 'APNG of 500 frames of 4 megapixels',
    file: 'a.png',
    body: apng(2000, 2000, 500),
    isSmallStill: true,
  },
  { name: 'APNG of two frames of 1.6 gigapixels', file: 'a.png', body: apng(side, side, 2) },
  { name: 'AVIF sequence of 1.6 gigapixels', file: 'a.avif', body: await avifSequence() },
  ...(await liars()),
  {
    name: 'SVG with filters',
    file: 'a.svg',
    body: svg(
      `<filter id="f">${filters.repeat(8)}</filter><rect filter="url(#f)" width="100%" height="100%"/>`,
    ),
  },
  {
    name: 'SVG that multiplies, named as a PNG',
    file: 'a.png',
    body: svg(`<rect id="a0" width="9" height="9"/>${multiplied.join('')}`),
  },
  { name: 'PDF of 200 MiB', file: 'a.pdf', body: pdf() },
  { name: 'ZIP of 200 MiB', file: 'a.zip', body: zip() },
];
