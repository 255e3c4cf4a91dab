import { input, output, tool } from '../../tool.ts';
import { readMarkup } from '../../../platform/sandbox/markup.ts';

export default [
  tool({
    slug: 'html-entity-encoder',
    title: 'HTML entity encoder',
    summary: 'Escape text for use in HTML',
    keywords: 'escape html-entity-converter',
    input: {
      text: input.text('Text', '<b>Fish & "chips" é</b>'),
      all: input.flag('Encode all that is not ASCII'),
    },
    output: { html: output.code('HTML') },
    sample: { html: '&lt;b&gt;Fish &amp; &quot;chips&quot; é&lt;/b&gt;' },
    run: ({ text, all }) => {
      const escaped = text.replace(/[&<>"']/g, (c) => entities[c] ?? c);
      return {
        html: all ? escaped.replace(/[^\x00-\x7f]/gu, (c) => `&#${c.codePointAt(0) ?? 0};`) : escaped,
      };
    },
  }),
  tool({
    slug: 'html-entity-decoder',
    title: 'HTML entity decoder',
    summary: 'Decode HTML entities to characters',
    keywords: 'unescape',
    input: { html: input.text('HTML', 'Fish &amp; chips &eacute; &#x1F44B;') },
    output: { text: output.text('Text') },
    sample: { text: 'Fish & chips é 👋' },
    run: async ({ html }) => {
      let text = '';
      // With tags escaped, the parser returns only text.
      await readMarkup(html.replaceAll('<', '&lt;'), { ontext: (part) => void (text += part) });
      return { text };
    },
  }),
];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
