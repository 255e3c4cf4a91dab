import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'HTML to Markdown',
  summary: 'Convert HTML to Markdown',
  keywords: 'html2md',
  isolated: true,
  input: {
    html: input.text(
      'HTML',
      '<h1>Hello</h1><p>A <strong>bold</strong> <a href="https://example.com">link</a>.</p><ul><li>one</li></ul>',
    ),
  },
  output: { markdown: output.code('Markdown') },
  sample: { markdown: '# Hello\n\nA **bold** [link](https://example.com).\n\n* one' },
  run: async ({ html }) => {
    const { htmlToMarkdown } = await import('../../encodings/markup/html-to-markdown.ts');
    return { markdown: htmlToMarkdown(html) };
  },
});
