import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Keccak generator',
  summary: 'Hash text with the original Keccak, as Ethereum does',
  keywords: 'keccak256 ethereum',
  input: {
    text: input.text('Text', 'hello'),
    bits: input.choice('Bits', ['224', '256', '384', '512'], '256'),
  },
  output: { hex: output.code('Hex') },
  sample: { hex: '1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8' },
  run: async ({ text, bits }) => {
    const { keccak } = await import('hash-wasm');
    return { hex: await keccak(text, Number(bits) as 224 | 256 | 384 | 512) };
  },
});
