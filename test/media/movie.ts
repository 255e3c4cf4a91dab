/** A box of MP4 and QuickTime files. */
export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const turns: Readonly<Record<number, readonly number[]>> = {
  0: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  90: [0, 1, 0, -1, 0, 0, 0, 0, 1],
  180: [-1, 0, 0, 0, -1, 0, 0, 0, 1],
  270: [0, -1, 0, 1, 0, 0, 0, 0, 1],
};

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value | 0, index * 4);
  return bytes;
};

const matrix = (turn: number) =>
  numbers(...(turns[turn] ?? []).map((value, index) => value * (index === 8 ? 0x40000000 : 0x10000)));

interface MovieOptions {
  brand?: string;
  /** Code of the video track, or none. */
  video?: string;
  /** Profile of H.264. */
  profile?: number;
  /** Code of the sound track, or none. */
  audio?: string;
  /** Clockwise, in degrees. */
  turn?: number;
  movieTurn?: number;
  isLong?: boolean;
  /** In thousandths of a second. */
  length?: number;
}

const track = (kind: string, head: Buffer, entry: Buffer) =>
  box(
    'trak',
    head,
    box(
      'mdia',
      box('hdlr', numbers(0, 0), kind, numbers(0, 0, 0)),
      // The second handler box of QuickTime.
      box(
        'minf',
        box('hdlr', numbers(0), 'dhlrurl ', numbers(0, 0, 0)),
        box('stbl', box('stsd', numbers(0, 1), entry)),
      ),
    ),
  );

/** Returns an MP4 or QuickTime file of 1920 × 1080 pixels, without frames. */
export function movieFile({
  brand = 'qt  ',
  video = 'avc1',
  profile = 100,
  audio,
  turn = 0,
  movieTurn = 0,
  isLong = false,
  length = 2500,
}: MovieOptions = {}): Buffer {
  const times = isLong ? numbers(0x01000000, 0, 0, 0, 0) : numbers(0, 0, 0);
  const mvhd = box(
    'mvhd',
    times,
    numbers(1000, ...(isLong ? [0, length] : [length])),
    Buffer.alloc(16),
    matrix(movieTurn),
    Buffer.alloc(28),
  );
  const tkhd = (width: number, height: number) =>
    box(
      'tkhd',
      times,
      numbers(1, 0, ...(isLong ? [0] : []), length),
      Buffer.alloc(16),
      matrix(turn),
      numbers(width << 16, height << 16),
    );
  const picture = box(
    video,
    Buffer.alloc(78),
    box('pasp', numbers(1, 1)),
    box('avcC', Buffer.from([1, profile, 0, 31])),
  );
  return Buffer.concat([
    box('ftyp', brand, numbers(0), brand),
    box(
      'moov',
      mvhd,
      ...(video === '' ? [] : [track('vide', tkhd(1920, 1080), picture)]),
      ...(audio === undefined ? [] : [track('soun', tkhd(0, 0), box(audio, Buffer.alloc(28)))]),
    ),
    box('mdat', Buffer.alloc(64)),
  ]);
}
