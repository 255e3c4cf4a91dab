import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';

/** Streams a ZIP archive. Only the list of its entries is held in memory. */
export interface Zip {
  /** Adds one entry. Calls must not overlap. `isPacked`: the content is already compressed. */
  add(name: string, content: AsyncIterable<string | Buffer>, options?: { isPacked?: boolean }): Promise<void>;
  /** Writes the central directory, ends `out`, and returns the number of bytes. */
  end(): Promise<number>;
}

export async function openZip(out: Writable, now: Date): Promise<Zip> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  let bytes = 0;
  const counted = async function* (parts: AsyncIterable<string | Buffer>) {
    for await (const part of parts) {
      bytes += part.length;
      yield part;
    }
  };
  const written = pipeline(zip.outputStream, counted, out);
  // Fails as well if an entry cannot be read. The next call throws the error.
  const failed = new Promise<never>((_, reject) => {
    written.catch(reject);
    zip.on('error', reject);
  });
  failed.catch(() => undefined);
  return {
    add: async (name, content, { isPacked = false } = {}) => {
      const stream = Readable.from(content, { objectMode: false });
      zip.addReadStream(stream, name, { mtime: now, compress: !isPacked });
      await Promise.race([finished(stream), failed]);
    },
    end: async () => {
      zip.end();
      await Promise.race([written, failed]);
      return bytes;
    },
  };
}
