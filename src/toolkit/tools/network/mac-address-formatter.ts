import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'MAC address formatter',
  summary: 'Format a MAC address in every notation, and show its type',
  keywords: 'eui-64 ipv6 link local',
  input: { mac: input.line('MAC address', '00:1A:2B:3C:4D:5E', { max: 30 }) },
  output: {
    colons: output.code('With colons'),
    hyphens: output.code('With hyphens'),
    dots: output.code('With dots'),
    plain: output.code('Plain'),
    linkLocal: output.code('IPv6 link-local address'),
    isLocal: output.flag('Locally administered'),
    isMulticast: output.flag('Multicast'),
  },
  sample: {
    colons: '00:1a:2b:3c:4d:5e',
    hyphens: '00-1A-2B-3C-4D-5E',
    dots: '001a.2b3c.4d5e',
    plain: '001a2b3c4d5e',
    linkLocal: 'fe80::21a:2bff:fe3c:4d5e',
    isLocal: false,
    isMulticast: false,
  },
  run: ({ mac }) => {
    const plain = mac.replace(/[\s:.-]/g, '').toLowerCase();
    if (!/^[0-9a-f]{12}$/.test(plain)) throw invalid('mac', 'Send twelve hex digits');
    const pairs = plain.match(/../g) ?? [];
    const first = Number.parseInt(pairs[0] ?? '', 16);
    const eui = [
      (first ^ 2).toString(16).padStart(2, '0'),
      pairs[1],
      pairs[2],
      'ff',
      'fe',
      ...pairs.slice(3),
    ];
    const groups = [0, 2, 4, 6].map((i) => `${eui[i] ?? ''}${eui[i + 1] ?? ''}`.replace(/^0{1,3}/, ''));
    return {
      colons: pairs.join(':'),
      hyphens: pairs.join('-').toUpperCase(),
      dots: (plain.match(/.{4}/g) ?? []).join('.'),
      plain,
      linkLocal: `fe80::${groups.join(':')}`,
      isLocal: (first & 2) > 0,
      isMulticast: (first & 1) > 0,
    };
  },
});
