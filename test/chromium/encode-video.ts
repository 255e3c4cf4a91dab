interface VideoOptions {
  width?: number;
  height?: number;
  milliseconds?: number;
  /** Camera metadata, such as the location. */
  note?: string;
  /** Bytes of dummy frame data. */
  padding?: number;
}

/** Encodes the boxes of an MP4 without frames. */
export function encodeVideo({
  width = 320,
  height = 180,
  milliseconds = 1000,
  note = '',
  padding = 100,
}: VideoOptions) {
  const length = Buffer.alloc(100);
  length.writeUInt32BE(1000, 12);
  length.writeUInt32BE(milliseconds, 16);
  const size = Buffer.alloc(84);
  size.writeUInt16BE(width, 76);
  size.writeUInt16BE(height, 80);
  const track = box('trak', box('tkhd', size));
  const sound = box('trak', box('tkhd', Buffer.alloc(84)));
  const notes = box('udta', box('\xa9xyz', Buffer.from(note)));
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42')),
    box('moov', box('mvhd', length), notes, track, sound),
    box('mdat', Buffer.alloc(padding, 7)),
  ]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}
