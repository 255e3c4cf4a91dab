import { findTextLinks } from '../../kernel/typed-text/find-links.ts';
import { html, type Html } from '../../web/html.ts';

/**
 * Renders light markup: paragraphs, `- ` lists, **bold**, *italic*, [words](https://…) and web addresses. Other
 * text is output as is. `html` escapes everything.
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
    parts.push(...linked(line.slice(from, match.index)));
    if (bold !== undefined) parts.push(html`<strong>${linked(bold)}</strong>`);
    else if (italic !== undefined) parts.push(html`<em>${linked(italic)}</em>`);
    else parts.push(link(address ?? '', words ?? ''));
    from = match.index + whole.length;
  }
  parts.push(...linked(line.slice(from)));
  return parts;
}

const link = (address: string, words: string): Html =>
  html`<a href="${address}" rel="nofollow ugc noopener">${words}</a>`;

/** Plain text with its web addresses as links. */
function linked(text: string): (Html | string)[] {
  const links = findTextLinks(text);
  const after = (index: number) => text.slice(links[index]?.end, links[index + 1]?.start);
  return [
    text.slice(0, links[0]?.start),
    ...links.flatMap((found, index) => [link(found.address, found.text), after(index)]),
  ];
}

/** The web addresses that `richText` links to. */
export const addressesIn = (text: string): string[] =>
  [
    ...new Set([
      ...Array.from(text.matchAll(stubMembers), ([, , , , address = '']) => address),
      ...findTextLinks(text).map(({ address }) => address),
    ]),
  ].filter((address) => /^https?:/i.test(address));
