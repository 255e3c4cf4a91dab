import { msg, Problem } from '../../kernel/problem.ts';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

interface Body {
  body: Buffer;
  /** Bytes as transferred. */
  received: number;
  cut: boolean;
}

/**
 * Reads and decompresses a body. The limit counts decompressed bytes, so decompression bombs are harmless.
 */
export async function readBody(
  source: Readable,
  encoding: string,
  max: number,
  longer: 'refuse' | 'cut',
): Promise<Body> {
  let received = 0;
  source.on('data', (chunk: Buffer) => (received += chunk.length));
  const stream = uncompressed(source, encoding);
  const chunks: Buffer[] = [];
  let size = 0;
  let cut = false;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      cut = size > max;
      if (cut) break;
    }
  } finally {
    source.destroy();
  }
  if (cut && longer === 'refuse')
    throw new Problem('too-large', msg('The response is larger than {max} bytes', { max }), {
      code: 'answer_too_large',
    });
  return { body: Buffer.concat(chunks).subarray(0, max), received, cut };
}

function uncompressed(source: Readable, encoding: string): Readable {
  const decoder = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    br: createBrotliDecompress,
    deflate: createInflate,
  }[encoding];
  if (!decoder) return source;
  // Errors of either stream surface where the result is read.
  return pipeline(source, decoder(), () => undefined);
}
