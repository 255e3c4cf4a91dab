import { open } from 'node:fs/promises';

/** Pixels of a picture, upright, as the image library reads them. */
export interface Pixels {
  data: Buffer;
  raw: { width: number; height: number; channels: 3 | 4 };
  /** The ICC profile of their colors. Absent: sRGB. */
  profile: Uint8Array | undefined;
}

export class TooManyPixels extends Error {}

/** The types of pictures and bursts that phones write. */
const heicTypes = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'];

/**
 * Whether a file is to be decoded here. AVIF has the same container: some programs name it `mif1`, and list
 * `avif` after it.
 */
export async function isHeic(source: string | Buffer, type: string | undefined): Promise<boolean> {
  if (!type || !heicTypes.includes(type)) return false;
  return !(await beginningOf(source)).includes('avif');
}

async function beginningOf(source: string | Buffer): Promise<string> {
  const length = 64;
  if (typeof source !== 'string') return source.toString('latin1', 0, length);
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Decodes the primary picture of a HEIC file and passes its pixels to `work`. They are valid only until it
 * ends. The container states the orientation, which the decoder applies; the one in the metadata is ignored.
 * @throws TooManyPixels before anything is decoded
 */
export async function withHeic<T>(
  file: Uint8Array,
  maxPixels: number,
  work: (pixels: Pixels) => Promise<T>,
): Promise<T> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const decoder = new libheif.HeifDecoder();
  const pictures = decoder.decode(file);
  try {
    const picture = pictures.find((one) => one.is_primary()) ?? pictures[0];
    if (!picture) throw new Error('The file has no readable picture');
    if (picture.get_width() * picture.get_height() > maxPixels) throw new TooManyPixels();
    const channels = picture.has_alpha_channel() ? 4 : 3;
    const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma;
    const decoded = libheif.heif_js_decode_image2(
      picture.handle,
      libheif.heif_colorspace.heif_colorspace_RGB,
      channels === 4 ? rgba : rgb,
    );
    if ('code' in decoded) throw new Error(decoded.message);
    try {
      const [plane] = decoded.channels;
      if (!plane) throw new Error('The picture has no pixels');
      const { width, height } = plane;
      const raw = { width, height, channels } as const;
      return await work({ data: withoutPadding(plane, channels), raw, profile: profileOf(file) });
    } finally {
      libheif.heif_image_release(decoded.image);
    }
  } finally {
    for (const picture of pictures) picture.free();
    libheif.heif_context_free(decoder.decoder);
  }
}

/** Moves rows within the decoder's memory: a copy would take as much again. */
function withoutPadding(
  { data, stride, width, height }: { data: Uint8Array; stride: number; width: number; height: number },
  channels: number,
): Buffer {
  const row = width * channels;
  if (stride !== row) for (let y = 1; y < height; y++) data.copyWithin(y * row, y * stride, y * stride + row);
  return Buffer.from(data.buffer, data.byteOffset, row * height);
}

/** The first ICC profile among the properties. The decoder does not apply it. */
function profileOf(file: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const properties = bytes.indexOf('ipco');
  if (properties < 4) return undefined;
  const end = Math.min(bytes.length - 12, properties - 4 + bytes.readUInt32BE(properties - 4));
  for (let at = properties + 4; at < end;) {
    const length = bytes.readUInt32BE(at);
    const isProfile = ['colrprof', 'colrrICC'].includes(bytes.toString('latin1', at + 4, at + 12));
    if (isProfile) return bytes.subarray(at + 12, at + length);
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}
