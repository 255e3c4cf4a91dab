import { invalid } from '../../../../kernel/problem.ts';
import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

export default tool({
  title: 'XOR cipher',
  summary: 'XOR text with a key, in hex',
  secret: true,
  input: {
    text: input.text('Text', 'Hello'),
    key: input.line('Key', 'key', { min: 1 }),
    from: input.choice('Text is', ['text', 'hex'], 'text'),
  },
  output: { hex: output.code('Hex'), text: output.text('As text') },
  sample: { hex: '230015070a', text: '#\u0000\u0015\u0007\n' },
  run: ({ text, key, from }) => {
    if (from === 'hex' && !/^(?:[0-9a-f]{2})*$/i.test(text))
      throw invalid('text', 'Send pairs of hex digits');
    const bytes = Buffer.from(text, from === 'hex' ? 'hex' : 'utf8');
    const keyBytes = Buffer.from(key);
    const result = Buffer.from(bytes.map((byte, i) => byte ^ (keyBytes[i % keyBytes.length] ?? 0)));
    return { hex: result.toString('hex'), text: result.toString() };
  },
});
