import { randomBytes, randomUUID } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'UUID generator',
  summary: 'Create UUIDs of version 4 or 7',
  keywords: 'guid unique id uuid-v4 uuid-v7',
  input: {
    version: input.choice('Version', ['4', '7'], '4'),
    count: input.optional(input.integer('Count', 1, 1, 1000)),
    upper: input.flag('Capital letters'),
  },
  output: { uuid: output.code('UUID'), uuids: output.list('All') },
  run: ({ version, count, upper }, { clock }) => {
    const uuids = Array.from({ length: count }, () => {
      const uuid = version === '4' ? randomUUID() : uuidV7(clock.now().getTime());
      return upper ? uuid.toUpperCase() : uuid;
    });
    return { uuid: uuids[0] ?? '', uuids };
  },
});

/** RFC 9562: 48 bits of milliseconds, then random bits. */
function uuidV7(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
