import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});

const blocks: Readonly<Record<string, string>> = {
  quote: 'blockquote',
  code: 'pre',
  center: 'center',
  list: 'ul',
};
