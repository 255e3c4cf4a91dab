import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { invalid } from '../../../../kernel/problem.ts';
import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

const decompress = {
  gzip: gunzipSync,
  deflate: inflateSync,
  'raw deflate': inflateRawSync,
  brotli: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

export default tool({
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
      throw invalid('base64', tooLarge ? 'It holds more than 1,000,000 bytes' : `This is not ${method} data`);
    }
  },
});
