import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'CRC-32C generator',
  summary: 'Compute the Castagnoli checksum of a text',
  keywords: 'crc32c iscsi',
  input: { text: input.text('Text', '123456789') },
  output: { hex: output.code('Hex') },
  sample: { hex: 'e3069283' },
  run: async ({ text }) => {
    const { crc32 } = await import('hash-wasm');
    return { hex: await crc32(text, 0x82f63b78) };
  },
});
