import { createRequire } from 'node:module';
import type IntlMessages from 'intl-messageformat';
import { catalogOf } from './catalogs.ts';
import { currentLanguage } from './current-language.ts';
import { sourceLanguage, type InterfaceLanguage } from './languages.ts';

/** What a message may be filled with. */
type Values = Readonly<Record<string, string | number | bigint | Date>>;

/** A text of ours that is declared before its reader is known: `t(message)` gives it in their language. */
export class Message {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** Declares a text in a table or another constant: `const labels = { never: msg('Never') }`, later `t(labels.never)`. */
export const msg = (source: string): Message => new Message(source);

/**
 * A text of the interface in the language of who reads it: `t('Save')`. With values it is an ICU message:
 * `t('{count, plural, one {# reply} other {# replies}}', { count })`. Give it whole sentences; `npm run languages` collects them.
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

/** The same where one English text has several meanings: `tc('button', 'Post')`. The context is the `msgctxt` of catalogs. */
export function tc(context: string, message: string): string {
  const language = currentLanguage();
  return language === sourceLanguage
    ? message
    : (catalogOf(language).get(`${context}${contextEnd}${message}`) ?? message);
}

/** A label as a part of a sentence: in small letters, but in German, where nouns have capitals. */
export function inSentence(label: string): string {
  const language = currentLanguage();
  return language === 'de' ? label : label.toLocaleLowerCase(language);
}

/** Between the context and the text of a message, as in compiled catalogs of gettext. */
export const contextEnd = '\u0004';

/** The English of a text that `t` just returned, for logs: operators read them, whatever the language of the request. */
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

/** Parsed once a language and message: there are as many as our sources have. */
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

/** Not before a message needs it: no redirect does. */
function messageFormat(): typeof IntlMessages {
  const load = createRequire(import.meta.url);
  return (loaded ??= (load('intl-messageformat') as { IntlMessageFormat: typeof IntlMessages })
    .IntlMessageFormat);
}
