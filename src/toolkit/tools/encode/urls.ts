import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';
import { domainToASCII, domainToUnicode } from 'node:url';

export default [
  tool({
    slug: 'url-encoder',
    title: 'URL encoder',
    summary: 'Percent-encode text for use in a URL',
    keywords: 'encodeURIComponent percent escape',
    input: {
      text: input.text('Text', 'a b&c=d/é'),
      scope: input.choice('For', ['component', 'whole URL', 'form'], 'component'),
    },
    output: { encoded: output.code('Encoded') },
    sample: { encoded: 'a%20b%26c%3Dd%2F%C3%A9' },
    run: ({ text, scope }) => {
      const whole = text.toWellFormed();
      if (scope === 'whole URL') return { encoded: encodeURI(whole) };
      const encoded = encodeURIComponent(whole).replace(
        /[!'()*]/g,
        (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
      );
      return { encoded: scope === 'form' ? encoded.replaceAll('%20', '+') : encoded };
    },
  }),
  tool({
    slug: 'url-decoder',
    title: 'URL decoder',
    summary: 'Decode percent-encoded text',
    keywords: 'decodeURIComponent unescape',
    input: {
      encoded: input.text('Encoded text', 'a%20b%26c%3Dd%2F%C3%A9'),
      plusIsSpace: input.flag('Read + as a space'),
    },
    output: { text: output.text('Text') },
    sample: { text: 'a b&c=d/é' },
    run: ({ encoded, plusIsSpace }) => {
      try {
        return { text: decodeURIComponent(plusIsSpace ? encoded.replaceAll('+', ' ') : encoded) };
      } catch {
        throw invalid('encoded', 'After each % two hex digits are expected that are valid UTF-8');
      }
    },
  }),
  tool({
    slug: 'punycode-converter',
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
  }),
];
