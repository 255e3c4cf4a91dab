import { createRequire } from 'node:module';
import type IntlMessages from 'intl-messageformat';
import { catalogOf } from './catalogs.ts';
import { currentLanguage } from './current-language.ts';
import { sourceLanguage, type InterfaceLanguage } from './languages.ts';

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
    format = { format: (values) => String(parsed.format(values)) };
    formats.set(key, format);
  }
  return format;
}

let loaded: typeof IntlMessages | undefined;

/** Loaded on first use, because many responses, such as redirects, format no message. */
function messageFormat(): typeof IntlMessages {
  const load = createRequire(import.meta.url);
  return (loaded ??= (load('intl-messageformat') as { IntlMessageFormat: typeof IntlMessages })
    .IntlMessageFormat);
}
