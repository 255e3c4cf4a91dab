import { open, type FileHandle } from 'node:fs/promises';

/** The metadata found in a video. The size is as displayed, after rotation. */
export interface Movie {
  width?: number;
  height?: number;
  milliseconds?: number;
}

/** The encodings of the tracks, as codes of four characters: `avc1`, `hvc1`, `mp4a`. */
interface Codecs {
  pictures: string[];
  sounds: string[];
}

interface Box {
  type: string;
  /** Offsets of its content in the file. */
  start: number;
  end: number;
}

interface Track {
  kind?: string;
  codecs: string[];
  width?: number;
  height?: number;
}

interface Found {
  milliseconds?: number;
  /** Whether the whole movie is turned by a quarter. */
  isTurned: boolean;
  tracks: Track[];
  /** How many more boxes are read. */
  left: number;
}

/** Boxes that contain relevant boxes. */
const parents = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex']);
/** Boxes in which phones store the location and the camera. */
const metadataBoxes = new Set(['udta', 'meta', 'uuid']);
/** A video has a few dozen boxes outside of its data. A file with thousands is not a video. */
const maxBoxes = 2000;
/** Sample descriptions of a track, which has one unless its encoding changes. */
const maxDescriptions = 8;

/**
 * Reads size, length and encodings of a video (MP4, QuickTime, 3GP), and removes its location and camera
 * metadata: such boxes become empty `free` boxes, which players skip, so all offsets stay valid. Only a few bytes
 * are in memory at a time. Files that are not such videos stay unchanged.
 */
export async function stripVideoMetadata(file: string): Promise<{ movie: Movie; codecs: Codecs }> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const found: Found = { isTurned: false, tracks: [], left: maxBoxes };
    await walk(handle, { type: '', start: 0, end: size }, found);
    const codecsOf = (kind: string) =>
      found.tracks.flatMap((track) => (track.kind === kind ? track.codecs : []));
    return { movie: movieOf(found), codecs: { pictures: codecsOf('vide'), sounds: codecsOf('soun') } };
  } finally {
    await handle.close();
  }
}

/** Players show the first track with a size. */
function movieOf({ milliseconds, isTurned, tracks }: Found): Movie {
  const shown = tracks.find(({ kind, width }) => width !== undefined && (kind ?? 'vide') === 'vide');
  const [width, height] = isTurned ? [shown?.height, shown?.width] : [shown?.width, shown?.height];
  return {
    ...(width !== undefined && height !== undefined && { width, height }),
    ...(milliseconds !== undefined && { milliseconds }),
  };
}

async function walk(handle: FileHandle, within: Box, found: Found): Promise<void> {
  let at = within.start;
  while (at + 8 <= within.end && found.left > 0) {
    found.left -= 1;
    const box = await getBox(handle, at, within.end);
    if (!box) return;
    if (metadataBoxes.has(box.type)) await blank(handle, at, box);
    if (box.type === 'trak') found.tracks.push({ codecs: [] });
    await readBox(handle, box, found);
    if (parents.has(box.type)) await walk(handle, box, found);
    at = box.end;
  }
}

async function readBox(handle: FileHandle, box: Box, found: Found): Promise<void> {
  const track = found.tracks.at(-1);
  if (box.type === 'mvhd') {
    found.isTurned = isQuarterTurn(await read(handle, box.end - 64, 20));
    const milliseconds = await getLength(handle, box);
    if (milliseconds !== undefined) found.milliseconds = milliseconds;
  }
  if (!track) return;
  if (box.type === 'tkhd') Object.assign(track, await getSize(handle, box));
  // QuickTime files have a second handler box, for how the data is stored, in `minf`.
  if (box.type === 'hdlr') track.kind ??= (await read(handle, box.start + 8, 4)).toString('latin1');
  if (box.type === 'stsd') track.codecs.push(...(await getCodecs(handle, box, found)));
}

/** Returns the code of each sample description, and `avc1.110` for H.264 beyond the usual profiles. */
async function getCodecs(handle: FileHandle, { start, end }: Box, found: Found): Promise<string[]> {
  const codecs: string[] = [];
  for (let at = start + 8; at + 8 <= end && codecs.length < maxDescriptions;) {
    const entry = await getBox(handle, at, end);
    if (!entry) break;
    const profile = /^avc[13]$/.test(entry.type) ? await getProfile(handle, entry, found) : undefined;
    codecs.push(profile === undefined ? entry.type : `${entry.type}.${profile}`);
    at = entry.end;
  }
  return codecs;
}

/** Baseline, main, extended and high: 8 bits and 4:2:0. Cameras also record others. */
const usualProfiles = [66, 77, 88, 100];

async function getProfile(handle: FileHandle, entry: Box, found: Found): Promise<number | undefined> {
  // The boxes of a description follow 78 bytes of fields.
  for (let at = entry.start + 78; at + 8 <= entry.end && found.left > 0;) {
    found.left -= 1;
    const box = await getBox(handle, at, entry.end);
    if (!box) return undefined;
    if (box.type === 'avcC') {
      const profile = (await read(handle, box.start + 1, 1))[0];
      return profile === undefined || usualProfiles.includes(profile) ? undefined : profile;
    }
    at = box.end;
  }
  return undefined;
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

async function getLength(handle: FileHandle, { start }: Box): Promise<number | undefined> {
  const head = await read(handle, start, 32);
  if (head.length < 32) return undefined;
  const isLong = head[0] === 1;
  const scale = head.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
  // Recorders that stream write no length, or one of all ones.
  if (length === 0 || (!isLong && length === 0xffffffff)) return undefined;
  const milliseconds = Math.round((length / scale) * 1000);
  return milliseconds <= 0x7fffffff ? milliseconds : undefined;
}

/**
 * Returns the displayed size of a track. Its last 44 bytes are the matrix, by which phones turn what they recorded,
 * and width and height in 65536ths of a pixel.
 */
async function getSize(handle: FileHandle, { end }: Box): Promise<Pick<Track, 'width' | 'height'>> {
  const tail = await read(handle, end - 44, 44);
  if (tail.length < 44) return {};
  const [width, height] = [tail.readUInt16BE(36), tail.readUInt16BE(40)];
  if (width === 0 || height === 0) return {};
  return isQuarterTurn(tail) ? { width: height, height: width } : { width, height };
}

/** Whether a matrix swaps the axes: by 90 or 270 degrees, mirrored or not. */
const isQuarterTurn = (matrix: Buffer): boolean =>
  matrix.length >= 20 &&
  matrix.readInt32BE(0) === 0 &&
  matrix.readInt32BE(16) === 0 &&
  matrix.readInt32BE(4) !== 0 &&
  matrix.readInt32BE(12) !== 0;

async function read(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, Math.max(0, at));
  return buffer.subarray(0, bytesRead);
}
