import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
