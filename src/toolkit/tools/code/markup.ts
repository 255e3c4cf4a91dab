import { linkAddresses } from '../../../kernel/typed-text/find-links.ts';
import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';
import { readMarkup } from '../../../platform/sandbox/markup.ts';

export default [
  tool({
    slug: 'markdown-to-html',
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
  }),
  tool({
    slug: 'html-to-markdown',
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
  }),
  tool({
    slug: 'bbcode-to-html',
    title: 'BBCode to HTML',
    summary: 'Convert BBCode to HTML',
    isolated: true,
    input: {
      bbcode: input.text(
        'BBCode',
        '[b]Bold[/b] and [url=https://example.com]a link[/url]\n[quote]said[/quote]',
        { max: 50_000 },
      ),
    },
    output: { html: output.code('HTML') },
    sample: {
      html: '<b>Bold</b> and <a href="https://example.com">a link</a><br>\n<blockquote>said</blockquote>',
    },
    run: ({ bbcode }) => {
      const escaped = bbcode
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;');
      const address = /^(?:https?:\/\/|mailto:)[^\s[\]]{1,2000}$/;
      const html = escaped
        .replace(
          /\[(\/?)(b|i|u|s|sub|sup)\]/gi,
          (_, end: string, name: string) => `<${end}${name.toLowerCase()}>`,
        )
        .replace(
          /\[(\/?)(quote|code|center|list)\]/gi,
          (_, end: string, name: string) => `<${end}${blocks[name.toLowerCase()] ?? 'div'}>`,
        )
        .replace(/\[\*\]/g, '<li>')
        .replace(/\[color=(#?[\w]{1,20})\]/gi, '<span style="color: $1">')
        .replace(/\[\/color\]/gi, '</span>')
        .replace(/\[img\]([^[\]]{1,2000})\[\/img\]/gi, (whole, source: string) =>
          address.test(source) ? `<img src="${source}" alt="">` : whole,
        )
        .replace(/\[url=([^[\]]{1,2000})\]/gi, (whole, href: string) =>
          address.test(href) ? `<a href="${href}">` : whole,
        )
        .replace(/\[url\]([^[\]]{1,2000})\[\/url\]/gi, (whole, href: string) =>
          address.test(href) ? `<a href="${href}">${href}</a>` : whole,
        )
        .replace(/\[\/url\]/gi, '</a>')
        .replaceAll('\n', '<br>\n');
      return { html };
    },
  }),
  tool({
    slug: 'html-tags-remover',
    title: 'HTML tags remover',
    summary: 'Extract the text of HTML',
    keywords: 'strip plain text',
    isolated: true,
    input: { html: input.text('HTML', '<p>Hello <b>world</b> &amp; all<br>others</p><script>no()</script>') },
    output: { text: output.text('Text') },
    sample: { text: 'Hello world & all\nothers' },
    run: async ({ html }) => {
      let text = '';
      let hidden = 0;
      const isHidden = (name: string) => name === 'script' || name === 'style';
      const isWhole = await readMarkup(html, {
        onopentagname: (name) => {
          if (isHidden(name)) hidden += 1;
          if (/^(?:br|p|div|li|tr|h[1-6])$/.test(name) && text !== '') text += '\n';
        },
        onclosetag: (name) => {
          if (isHidden(name)) hidden -= 1;
        },
        ontext: (part) => {
          if (hidden === 0) text += part;
        },
      });
      if (!isWhole) throw invalid('html', 'Elements are nested too deep');
      return { text: text.trim() };
    },
  }),
];

const blocks: Readonly<Record<string, string>> = {
  quote: 'blockquote',
  code: 'pre',
  center: 'center',
  list: 'ul',
};
