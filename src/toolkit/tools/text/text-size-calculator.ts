import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Text size calculator',
  summary: 'Measure the bytes of a text in several encodings, and compressed',
  keywords: 'bytes length utf-8 utf-16 gzip brotli',
  input: { text: input.text('Text', 'Grüße 👋') },
  output: {
    characters: output.integer('Characters'),
    codePoints: output.integer('Code points'),
    utf8: output.integer('Bytes in UTF-8'),
    utf16: output.integer('Bytes in UTF-16'),
    gzip: output.integer('Bytes with gzip'),
    brotli: output.integer('Bytes with Brotli'),
  },
  sample: { characters: 7, codePoints: 7, utf8: 12, utf16: 16, gzip: 33, brotli: 16 },
  run: ({ text }) => ({
    characters: [...new Intl.Segmenter('en').segment(text)].length,
    codePoints: [...text].length,
    utf8: Buffer.byteLength(text),
    utf16: text.length * 2,
    gzip: gzipSync(text).length,
    brotli: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length,
  }),
});
