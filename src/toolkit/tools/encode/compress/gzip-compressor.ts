import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

const compress = {
  gzip: gzipSync,
  deflate: deflateSync,
  'raw deflate': deflateRawSync,
  brotli: brotliCompressSync,
  zstd: zstdCompressSync,
};

export default tool({
  title: 'Gzip and Brotli compressor',
  summary: 'Compress text with gzip, deflate, Brotli or Zstandard, as Base64',
  keywords: 'zip zlib zstd',
  isolated: true,
  input: {
    text: input.text('Text', 'to be or not to be, that is the question'),
    method: input.choice('Method', ['gzip', 'deflate', 'raw deflate', 'brotli', 'zstd'], 'brotli'),
  },
  output: {
    base64: output.code('Base64'),
    before: output.integer('Bytes before'),
    after: output.integer('Bytes after'),
  },
  sample: { base64: 'GycA+I3UTndzpqIEkaPrNzG3sllIMANlA8GE9NPIjTNKAA==', before: 40, after: 34 },
  run: ({ text, method }) => {
    const packed = compress[method](Buffer.from(text));
    return { base64: packed.toString('base64'), before: Buffer.byteLength(text), after: packed.length };
  },
});
