import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';

const sampleBytes = 64 * 1024;

/**
 * What a file is by its bytes, whatever it is called: `image/png`, `text/plain` for what is text throughout its
 * beginning, or nothing known.
 */
export async function readType(file: string): Promise<string | undefined> {
  const { fileTypeFromFile } = await import('file-type');
  // A file made to confuse the reader is of no known type.
  const found = await fileTypeFromFile(file).catch(() => undefined);
  if (found) return found.mime;
  return isText(await readSample(file)) ? 'text/plain' : undefined;
}

async function readSample(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The last letter of the sample may be cut off. */
const isText = (sample: Buffer) =>
  !sample.includes(0) &&
  [0, 1, 2, 3].some((cut) => isUtf8(sample.subarray(0, Math.max(0, sample.length - cut))));
