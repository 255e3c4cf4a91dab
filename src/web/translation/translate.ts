import type * as Gettext from 'gettext-parser';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { formatMessage, Message, msg } from '../../kernel/problem.ts';
import type {
  MessageText,
  MessageValues,
  FieldProblem,
  Problem,
  MessageValue,
} from '../../kernel/problem.ts';
import { projectFolder } from '../../kernel/project-folder.ts';
import { currentLanguage, type InterfaceLanguage, onceInEachLanguage, sourceLanguage } from './languages.ts';

/**
 * Translates an interface text for the current reader: `t('Save')`. With values it is an ICU message:
 * `t('{count, plural, one {# reply} other {# replies}}', { count })`. Pass whole sentences. `npm run
 * languages` collects them.
 */
export function t(message: MessageText, values?: MessageValues): string {
  const language = currentLanguage();
  const whole = values
    ? new Message(typeof message === 'string' ? message : message.source, values)
    : message;
  const { source } = typeof whole === 'string' ? { source: whole } : whole;
  if (typeof whole === 'string' || !whole.values) return translated(language, source);
  return formatMessage(whole, language, (text) => translated(language, text));
}

const translated = (language: InterfaceLanguage, source: string): string =>
  language === sourceLanguage ? source : (catalogOf(language).get(source) ?? source);

/** A problem as a page shows it, in the language of the current reader. */
export const shownProblem = ({ field, text, errors }: Problem): FieldProblem => ({
  field: field ?? '',
  message: t(text),
  ...(errors.length > 0 && {
    errors: errors.map((error) => ({ field: error.field, message: t(error.message) })),
  }),
});

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

/** English dates use the international order: 3 November 2026. */
const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language);

/**
 * Creates a date format for the current reader, cached by language. The time zone is UTC unless the options
 * name another.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): { format(date: Date | number): string } {
  const own = onceInEachLanguage(
    (language) => new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', ...options }),
  );
  return { format: (date) => own().format(date) };
}

/** Creates a number format for the current reader, cached by language. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): {
  format(value: number | bigint): string;
} {
  const own = onceInEachLanguage((language) => new Intl.NumberFormat(language, options));
  return { format: (value) => own().format(value) };
}

const plain = numberFormat();

/** 12,345 in English, 12.345 in German. */
export const formatNumber = (value: number | bigint): string => plain.format(value);

const percents = numberFormat({ style: 'percent' });

/** A share from 0 to 1 as whole percent: 12% in English, 12 % in German. */
export const formatPercent = (share: number): string => percents.format(share);

/** `one, two and three`. */
export const formatList = (
  items: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
  language: string = currentLanguage(),
): string => new Intl.ListFormat(localeOf(language), { type }).format(items);

/** A list as a value of a message, each item translated. */
export const listValue =
  (items: readonly MessageText[], type: 'conjunction' | 'disjunction' = 'conjunction'): MessageValue =>
  (language, translate) =>
    formatList(
      items.map((item) => formatMessage(item, language, translate)),
      type,
      language,
    );

const kilobytes = numberFormat({ style: 'unit', unit: 'kilobyte' });
const megabytes = numberFormat({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const gigabytes = numberFormat({ style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 });

/** A file size in the reader's language. */
export const formatSize = (bytes: number): string =>
  bytes < 1024 ** 2
    ? kilobytes.format(Math.max(1, Math.round(bytes / 1024)))
    : bytes < 1024 ** 3
      ? megabytes.format(bytes / 1024 ** 2)
      : gigabytes.format(bytes / 1024 ** 3);
