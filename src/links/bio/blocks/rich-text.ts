import { html, type Html } from '../../../web/html.ts';

/**
 * Renders light markup: paragraphs, `- ` lists, **bold**, *italic* and [words](https://…). Other text is
 * output as is. `html` escapes everything.
 */
export function richText(text: string): Html[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => (isList(part) ? list(part) : html`<p>${lines(part)}</p>`));
}

const bullet = /^[-*] +/;
const isList = (part: string) => part.split('\n').every((line) => bullet.test(line));

const list = (part: string): Html =>
  html`<ul>
    ${part.split('\n').map((line) => html`<li>${inline(line.replace(bullet, ''))}</li>`)}
  </ul>`;

const lines = (part: string): Html[] =>
  part.split('\n').map((line, i) => (i === 0 ? html`${inline(line)}` : html`<br />${inline(line)}`));

const stubMembers =
  /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s)[\]]{1,2000}|mailto:[^\s)[\]]{3,320})\)/g;

function inline(line: string): (Html | string)[] {
  const parts: (Html | string)[] = [];
  let from = 0;
  for (const match of line.matchAll(stubMembers)) {
    const [whole, bold, italic, words, address] = match;
    parts.push(line.slice(from, match.index));
    if (bold !== undefined) parts.push(html`<strong>${bold}</strong>`);
    else if (italic !== undefined) parts.push(html`<em>${italic}</em>`);
    else parts.push(html`<a href="${address}" rel="nofollow ugc noopener">${words}</a>`);
    from = match.index + whole.length;
  }
  parts.push(line.slice(from));
  return parts;
}
