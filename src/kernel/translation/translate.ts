import type * as Gettext from 'gettext-parser';
import type IntlMessages from 'intl-messageformat';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectFolder } from '../project-folder.ts';
import { formatNumber } from './formats.ts';
import { currentLanguage, inLanguage, type InterfaceLanguage, sourceLanguage } from './languages.ts';

/** The values of placeholders in a message. */
type Values = Readonly<Record<string, string | number | bigint | Date>>;

/** A message declared before its reader is known. `t(message)` translates it. */
export class Message {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/**
 * Declares a message in a table or another constant: `const labels = { never: msg('Never') }`, later
 * `t(labels.never)`.
 */
export const msg = (source: string): Message => new Message(source);

/**
 * Translates an interface text for the current reader: `t('Save')`. With values it is an ICU message:
 * `t('{count, plural, one {# reply} other {# replies}}', { count })`. Pass whole sentences. `npm run
 * languages` collects them.
 */
export function t(message: string | Message, values?: Values): string {
  const source = typeof message === 'string' ? message : message.source;
  const language = currentLanguage();
  if (language === sourceLanguage) return fill(language, source, values);
  const text = fill(language, catalogOf(language).get(source) ?? source, values);
  latest.set(text, { source, values });
  if (latest.size > remembered) for (const oldest of latest.keys()) return (latest.delete(oldest), text);
  return text;
}

/**
 * Like `t`, for an English text with several meanings: `tc('button', 'Post')`. The context is the `msgctxt`
 * of catalogs.
 */
export function tc(context: string, message: string): string {
  const language = currentLanguage();
  return language === sourceLanguage
    ? message
    : (catalogOf(language).get(`${context}${contextEnd}${message}`) ?? message);
}

/** Formats a label for use inside a sentence: lower case, except in German, where nouns are capitalized. */
export function inSentence(label: string): string {
  const language = currentLanguage();
  return language === 'de' ? label : label.toLocaleLowerCase(language);
}

/** Formats a word or phrase as a label: its first letter in upper case. */
export function asLabel(words: string): string {
  return words.charAt(0).toLocaleUpperCase(currentLanguage()) + words.slice(1);
}

/** Separates context and text of a message, as in compiled gettext catalogs. */
export const contextEnd = '\u0004';

/**
 * The English source of a text that `t` just returned. For logs, which operators read, whatever the language
 * of the request.
 */
export function englishOf(text: string): string {
  const found = latest.get(text);
  return found ? fill(sourceLanguage, found.source, found.values) : text;
}

const fill = (language: InterfaceLanguage, text: string, values: Values | undefined): string =>
  values ? formatOf(language, text).format(values as Record<string, string>) : text;

/** The latest translations. An error is created right after its text, so a few are enough. */
const latest = new Map<string, { source: string; values: Values | undefined }>();
const remembered = 64;

const formats = new Map<string, Formatter>();

interface Formatter {
  format(values: Record<string, string>): string;
}

/** Parses a message once per language. The cache is bounded by the number of messages in the sources. */
function formatOf(language: InterfaceLanguage, text: string): Formatter {
  const key = `${language} ${text}`;
  let format = formats.get(key);
  if (!format) {
    const parsed = new (messageFormat())(text, language, undefined, { ignoreTag: true });
    const plain = plainPlaceholders(parsed.getAst());
    format = { format: (values) => String(parsed.format(withNumbers(values, plain, language))) };
    formats.set(key, format);
  }
  return format;
}

/** What a parsed message consists of. `{name}` has the type 0 for texts and 1 for placeholders. */
interface Part {
  type: number;
  value?: string;
  options?: Readonly<Record<string, { value: readonly Part[] }>>;
}

const isPlain = ({ type }: Part) => type === 1;

/**
 * Renames the placeholders without a format, such as `{max}`, because the same value may also choose a plural.
 * Returns their names.
 */
function plainPlaceholders(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    const inside = Object.values(part.options ?? {}).flatMap(({ value }) => plainPlaceholders(value));
    if (!isPlain(part) || part.value === undefined) return inside;
    const { value: name } = part;
    part.value = renamed(name);
    return [name, ...inside];
  });
}

const renamed = (name: string) => `plain ${name}`;

/** Formats numbers in placeholders without a format, which ICU prints as they are: 12,345 instead of 12345. */
function withNumbers(
  values: Readonly<Record<string, unknown>>,
  plain: readonly string[],
  language: InterfaceLanguage,
): Record<string, string> {
  const all = { ...values };
  for (const name of plain) {
    const value = values[name];
    const isNumber = typeof value === 'number' || typeof value === 'bigint';
    // Logs are in English, whatever the reader's language.
    all[renamed(name)] = !isNumber
      ? value
      : language === currentLanguage()
        ? formatNumber(value)
        : inLanguage(language, () => formatNumber(value));
  }
  return all as Record<string, string>;
}

let loaded: typeof IntlMessages | undefined;

/** Loaded on first use, because many responses, such as redirects, format no message. */
function messageFormat(): typeof IntlMessages {
  const load = createRequire(import.meta.url);
  return (loaded ??= (load('intl-messageformat') as { IntlMessageFormat: typeof IntlMessages })
    .IntlMessageFormat);
}

/** Texts of the lists that migrations insert. Operators can change them and add to them. */
const installed = new Map(
  [
    msg('Member'),
    msg('Moderator'),
    msg('Operator'),
    msg('Male'),
    msg('Female'),
    msg('Other'),
    msg('Spam'),
    msg('Unwanted advertising or repeated messages'),
    msg('Harassment'),
    msg('Insults, threats or stalking'),
    msg('Inappropriate'),
    msg('Sexual or shocking content without a content warning'),
    msg('Violence'),
    msg('Threatens, promotes or glorifies violence'),
    msg('Copyright'),
    msg('Uses someone else’s work without permission'),
    msg('False information'),
    msg('Misleading claims that could cause harm'),
    msg('Something else'),
    msg('Does not fit the other reasons'),
  ].map((message) => [message.source, message]),
);

/**
 * Translates a stored text if it is one of the preinstalled texts. Returns texts written by operators
 * unchanged.
 */
export function translateInstalled(text: string): string {
  const message = installed.get(text);
  return message ? t(message) : text;
}

/** Translations by their English text. */
type Catalog = ReadonlyMap<string, string>;

const catalogs = new Map<InterfaceLanguage, Catalog>();

/** The messages of a language, loaded from `locales/` on first use. */
export function catalogOf(language: InterfaceLanguage): Catalog {
  let catalog = catalogs.get(language);
  if (!catalog) catalogs.set(language, (catalog = getCatalog(language)));
  return catalog;
}

function getCatalog(language: InterfaceLanguage): Catalog {
  if (language === sourceLanguage) return new Map();
  const { po } = createRequire(import.meta.url)('gettext-parser') as typeof Gettext;
  const { translations } = po.parse(readFileSync(join(projectFolder, 'locales', `${language}.po`)));
  const messages = Object.values(translations).flatMap((context) => Object.values(context));
  return new Map(
    messages.flatMap(({ msgctxt, msgid, msgstr: [text = ''] }) =>
      msgid === '' || text === '' ? [] : [[msgctxt ? `${msgctxt}\u0004${msgid}` : msgid, text]],
    ),
  );
}
