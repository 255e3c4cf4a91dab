import { createHash } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

const namespaces: Readonly<Record<string, string>> = {
  dns: '6ba7b8109dad11d180b400c04fd430c8',
  url: '6ba7b8119dad11d180b400c04fd430c8',
  oid: '6ba7b8129dad11d180b400c04fd430c8',
  x500: '6ba7b8149dad11d180b400c04fd430c8',
};

export default tool({
  title: 'UUID v3 and v5 generator',
  summary: 'Create the UUID of a name in a namespace',
  keywords: 'uuid5 uuid3 name based',
  input: {
    name: input.line('Name', 'www.example.com'),
    namespace: input.line('Namespace', 'dns', { max: 36 }),
    version: input.choice('Version', ['5', '3'], '5'),
  },
  output: { uuid: output.code('UUID') },
  sample: { uuid: '2ed6657d-e927-568b-95e1-2665a8aea6a2' },
  run: ({ name, namespace, version }) => {
    const hex = namespaces[namespace.toLowerCase()] ?? namespace.replaceAll('-', '');
    if (!/^[0-9a-f]{32}$/i.test(hex)) throw invalid('namespace', 'Send dns, url, oid, x500 or a UUID');
    const bytes = createHash(version === '5' ? 'sha1' : 'md5')
      .update(Buffer.from(hex, 'hex'))
      .update(name)
      .digest()
      .subarray(0, 16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version === '5' ? 0x50 : 0x30);
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return { uuid: bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
  },
});
