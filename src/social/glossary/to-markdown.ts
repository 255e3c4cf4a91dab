import type { Term } from './queries.ts';
import { addressOf } from './term.ts';

const hrefOf = (slug: string, base: string) => `${base}/glossary/${encodeURIComponent(slug)}`;

/** A term as Markdown. */
export function termToMarkdown(term: Term, base: string): string {
  const parts = [
    `# ${plain(term.name)}`,
    term.aliases.length > 0 && `Also: ${term.aliases.map(plain).join(', ')}`,
    `<${hrefOf(term.slug, base)}>`,
    term.definition,
    term.seeAlso.length > 0 &&
      `See also: ${term.seeAlso.map(({ slug, name }) => `[${plain(name)}](${hrefOf(slug, base)})`).join(', ')}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** A list of terms as Markdown. */
export const termsToMarkdown = (title: string, terms: readonly Term[], base: string): string =>
  `# ${plain(title)}\n\n${terms
    .map(
      ({ name, definition }) =>
        `- [${plain(name)}](${hrefOf(addressOf(name), base)}): ${definition.replaceAll(/\s+/g, ' ')}`,
    )
    .join('\n')}\n`;

const plain = (text: string) => text.replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);
