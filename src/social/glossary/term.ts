import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { cleanText, isBlank, normalize, toLine } from '../../kernel/text.ts';
import { may, type Viewer } from '../../platform/app.ts';
import { slugOf } from '../posts/paths.ts';

/** Whether the viewer is a glossary editor. Roles grant this permission. */
export const mayMaintain = (viewer: Viewer | undefined): viewer is Viewer => may(viewer, 'glossary');

export function refuseNonEditors(viewer: Viewer): void {
  if (!mayMaintain(viewer)) throw new Problem('forbidden', msg('Only glossary editors can do that'));
}

/** The content of a term. Each version is stored in full. */
export interface TermContent {
  name: string;
  aliases: string[];
  /** Markdown. */
  definition: string;
  /** IDs of related terms. */
  seeAlso: string[];
  /** IDs of sets. */
  sets: string[];
}

/** A term as typed in the form. */
export interface TypedTerm {
  name: string;
  /** One per line, or separated by commas. */
  aliases: string;
  definition: string;
  /** Names of related terms, in the same format. */
  seeAlso: string;
  /** Slugs of sets. */
  sets: readonly string[];
}

export const longestTermName = 100;
export const longestDefinition = 5000;
const max = { aliases: 12, seeAlso: 20, sets: 20 };

/** Validates a typed term. Throws a `Problem` at the invalid field. */
export function checkTerm(typed: TypedTerm): Omit<TypedTerm, 'aliases' | 'seeAlso'> & {
  aliases: string[];
  seeAlso: string[];
} {
  const name = cleanName(typed.name, 'name');
  if (isBlank(name)) throw invalid('name', msg('Enter the term'));
  if (slugOf(name) === 'untitled') throw invalid('name', msg('Terms must contain a letter or digit'));
  const definition = cleanText(typed.definition, 'definition', longestDefinition);
  if (isBlank(definition)) throw invalid('definition', msg('Enter the meaning'));
  const aliases = listIn(typed.aliases)
    .map((each) => cleanName(each, 'aliases'))
    .filter((each) => each.toLowerCase() !== name.toLowerCase());
  if (aliases.length > max.aliases)
    throw invalid('aliases', msg('Enter at most {aliases} other names', { aliases: max.aliases }));
  const seeAlso = listIn(typed.seeAlso);
  if (seeAlso.length > max.seeAlso)
    throw invalid('seeAlso', msg('Enter at most {seeAlso} related terms', { seeAlso: max.seeAlso }));
  if (typed.sets.length > max.sets)
    throw invalid('sets', msg('Choose at most {sets} sets', { sets: max.sets }));
  return { name, definition, aliases, seeAlso, sets: typed.sets };
}

/** Slugs used by other glossary pages. */
const reserved = new Set(['new', 'sets', 'suggestions', 'deleted', 'restore']);

/** The slug of a term. */
export function termSlug(name: string): string {
  const slug = slugOf(name);
  return reserved.has(slug) ? `${slug}-term` : slug;
}

const cleanName = (typed: string, field: string) => toLine(cleanText(typed, field, longestTermName));

const listIn = (typed: string) => [
  ...new Set(
    typed
      .split(/[,;\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
];

/** The index position of a term. Latin letters sort without accents, and all digits share one group. */
export function indexPositionOf(name: string): { letter: string; sortKey: string } {
  const sortKey = normalize(name, 'NFKD')
    .replaceAll(/(?<=[a-z])\p{M}+/giu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '');
  const first = /^./u.exec(sortKey)?.[0] ?? '';
  return { letter: /\p{N}/u.test(first) ? '0–9' : first.toUpperCase(), sortKey };
}
