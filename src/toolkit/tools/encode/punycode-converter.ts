import { domainToASCII, domainToUnicode } from 'node:url';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Punycode converter',
  summary: 'Convert international domain names to Punycode and back',
  keywords: 'idn xn-- idn-punnycode-converter unicode domain',
  input: { domain: input.line('Domain', 'münchen.example') },
  output: { ascii: output.text('Punycode'), unicode: output.text('Unicode') },
  sample: { ascii: 'xn--mnchen-3ya.example', unicode: 'münchen.example' },
  run: ({ domain }) => {
    const ascii = domainToASCII(domain.trim());
    if (ascii === '') throw invalid('domain', 'Send a domain name, such as münchen.example');
    return { ascii, unicode: domainToUnicode(ascii) };
  },
});
