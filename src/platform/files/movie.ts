import { open, type FileHandle } from 'node:fs/promises';

/** The metadata found in a video. */
export interface Movie {
  width?: number;
  height?: number;
  milliseconds?: number;
}

interface Box {
  type: string;
  /** Offsets of its content in the file. */
  start: number;
  end: number;
}

/** Boxes that contain relevant boxes. */
const parents = new Set(['moov', 'trak']);
/** Boxes in which phones store the location and the camera. */
const metadataBoxes = new Set(['udta', 'meta', 'uuid']);
/** A video has a few dozen boxes outside of its data. A file with thousands is not a video. */
const maxBoxes = 2000;

/**
 * Reads size and length of a video (MP4, QuickTime), and removes its location and camera metadata: such boxes
 * become empty `free` boxes, which players skip, so all offsets stay valid. Only a few bytes are in memory at
 * a time. Files that are not such videos stay unchanged.
 */
export async function stripVideoMetadata(file: string): Promise<Movie> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const movie: Movie = {};
    await walk(handle, { type: '', start: 0, end: size }, movie, { left: maxBoxes });
    return movie;
  } finally {
    await handle.close();
  }
}

async function walk(handle: FileHandle, within: Box, movie: Movie, boxes: { left: number }): Promise<void> {
  let at = within.start;
  while (at + 8 <= within.end && boxes.left > 0) {
    boxes.left -= 1;
    const box = await getBox(handle, at, within.end);
    if (!box) return;
    if (metadataBoxes.has(box.type)) await blank(handle, at, box);
    if (box.type === 'mvhd') Object.assign(movie, await getLength(handle, box));
    if (box.type === 'tkhd') Object.assign(movie, await getSize(handle, box));
    if (parents.has(box.type)) await walk(handle, box, movie, boxes);
    at = box.end;
  }
}

async function blank(handle: FileHandle, at: number, { start, end }: Box): Promise<void> {
  await handle.write('free', at + 4, 'latin1');
  const zeros = Buffer.alloc(Math.min(end - start, 64 * 1024));
  for (let from = start; from < end; from += zeros.length)
    await handle.write(zeros, 0, Math.min(zeros.length, end - from), from);
}

async function getBox(handle: FileHandle, at: number, end: number): Promise<Box | undefined> {
  const head = await read(handle, at, 16);
  if (head.length < 8) return undefined;
  const short = head.readUInt32BE(0);
  const long = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : undefined;
  // 0 means to the end of the file.
  const length = short === 0 ? end - at : (long ?? short);
  const start = at + (long === undefined ? 8 : 16);
  if (length < start - at || at + length > end) return undefined;
  return { type: head.toString('latin1', 4, 8), start, end: at + length };
}

async function getLength(handle: FileHandle, { start }: Box): Promise<Movie> {
  const head = await read(handle, start, 32);
  if (head.length < 32) return {};
  const isLong = head[0] === 1;
  const scale = head.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
  const milliseconds = Math.round((length / scale) * 1000);
  return Number.isSafeInteger(milliseconds) ? { milliseconds } : {};
}

/**
 * The video track is the one with a size. Its last eight bytes are width and height, in 65536ths of a pixel.
 */
async function getSize(handle: FileHandle, { end }: Box): Promise<Movie> {
  const tail = await read(handle, end - 8, 8);
  if (tail.length < 8) return {};
  const [width, height] = [tail.readUInt16BE(0), tail.readUInt16BE(4)];
  return width > 0 && height > 0 ? { width, height } : {};
}

async function read(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
