import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';

const compress = {
  gzip: gzipSync,
  deflate: deflateSync,
  'raw deflate': deflateRawSync,
  brotli: brotliCompressSync,
  zstd: zstdCompressSync,
};

const decompress = {
  gzip: gunzipSync,
  deflate: inflateSync,
  'raw deflate': inflateRawSync,
  brotli: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

export default [
  tool({
    slug: 'gzip-compressor',
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
  }),
  tool({
    slug: 'gzip-decompressor',
    title: 'Gzip and Brotli decompressor',
    summary: 'Decompress Base64 of gzip, deflate, Brotli or Zstandard data',
    keywords: 'gunzip inflate zlib zstd',
    isolated: true,
    input: {
      base64: input.text('Base64', 'CwKAaGVsbG8D'),
      method: input.choice('Method', ['gzip', 'deflate', 'raw deflate', 'brotli', 'zstd'], 'brotli'),
    },
    output: { text: output.text('Text'), bytes: output.integer('Bytes') },
    sample: { text: 'hello', bytes: 5 },
    run: ({ base64, method }) => {
      try {
        const bytes = decompress[method](Buffer.from(base64, 'base64'), { maxOutputLength: 1_000_000 });
        return { text: bytes.toString(), bytes: bytes.length };
      } catch (error) {
        const tooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
        throw invalid(
          'base64',
          tooLarge ? 'It holds more than 1,000,000 bytes' : `This is not ${method} data`,
        );
      }
    },
  }),
];
