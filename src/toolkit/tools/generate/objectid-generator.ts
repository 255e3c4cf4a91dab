import { randomBytes } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'ObjectId generator',
  summary: 'Create MongoDB ObjectIds, or read the time of one',
  keywords: 'mongodb bson',
  input: { id: input.line('ObjectId, empty: a new one', '', { max: 24 }) },
  output: { id: output.code('ObjectId'), time: output.text('Time') },
  run: ({ id }, { clock }) => {
    if (id !== '' && !/^[0-9a-f]{24}$/i.test(id)) throw invalid('id', 'Send 24 hex digits');
    const seconds = Math.floor(clock.now().getTime() / 1000);
    const hex = id || seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex');
    return { id: hex, time: new Date(Number.parseInt(hex.slice(0, 8), 16) * 1000).toISOString() };
  },
});
