import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';

/** Of the beginning of a file: enough for formats that consist of many parts, and bounds the work on hostile ones. */
const sampleBytes = 1024 * 1024;

/**
 * Detects the type of a file from its content, whatever its name: `image/png`, `text/plain` if its beginning
 * is all text, or undefined.
 */
export async function detectType(file: string): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const sample = await getSample(file);
  // A file crafted to confuse the parser has no known type.
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (found) return found.mime;
  return isText(sample) ? 'text/plain' : undefined;
}

async function getSample(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The sample may end within a character. */
const isText = (sample: Buffer) =>
  !sample.includes(0) &&
  [0, 1, 2, 3].some((cut) => isUtf8(sample.subarray(0, Math.max(0, sample.length - cut))));
