import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
    return { html: all ? escaped.replace(/[^\x00-\x7f]/gu, (c) => `&#${c.codePointAt(0) ?? 0};`) : escaped };
  },
});

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
