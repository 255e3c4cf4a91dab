import { linkAddresses } from '../../../kernel/typed-text/find-links.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Markdown to HTML',
  summary: 'Convert Markdown to HTML',
  keywords: 'md2html commonmark',
  isolated: true,
  input: {
    markdown: input.text('Markdown', '# Hello\n\nA **bold** [link](https://example.com).\n\n- one'),
    html: input.flag('Allow HTML in it'),
  },
  output: { html: output.code('HTML') },
  sample: {
    html: '<h1>Hello</h1>\n<p>A <strong>bold</strong> <a href="https://example.com">link</a>.</p>\n<ul>\n<li>one</li>\n</ul>\n',
  },
  run: async ({ markdown, html }) => {
    const { default: MarkdownIt } = await import('markdown-it');
    const reader = new MarkdownIt({ html, linkify: true });
    linkAddresses(reader);
    return { html: reader.render(markdown) };
  },
});
