import { randomBytes } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { alphabets } from '../../encodings/bases.ts';

export default tool({
  title: 'ULID generator',
  summary: 'Create identifiers that sort by creation time',
  keywords: 'unique id sortable',
  input: { count: input.optional(input.integer('Count', 1, 1, 1000)) },
  output: { ulid: output.code('ULID'), ulids: output.list('All') },
  run: ({ count }, { clock }) => {
    const ulids = Array.from({ length: count }, () => {
      let value = (BigInt(clock.now().getTime()) << 80n) | BigInt(`0x${randomBytes(10).toString('hex')}`);
      let text = '';
      for (let i = 0; i < 26; i += 1) {
        text = (alphabets.crockford[Number(value & 31n)] ?? '') + text;
        value >>= 5n;
      }
      return text;
    });
    return { ulid: ulids[0] ?? '', ulids };
  },
});
