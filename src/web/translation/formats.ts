import { currentLanguage, type InterfaceLanguage } from './languages.ts';
import { formatMessage, type MessageText, type MessageValue } from '../../kernel/message.ts';

/** English dates use the international order: 3 November 2026. */
const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language);

/**
 * Creates a date format for the current reader, cached by language. The time zone is UTC unless the options
 * name another.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): { format(date: Date | number): string } {
  const byLanguage = new Map<InterfaceLanguage, Intl.DateTimeFormat>();
  return {
    format(date) {
      const language = currentLanguage();
      let format = byLanguage.get(language);
      if (!format) {
        format = new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', ...options });
        byLanguage.set(language, format);
      }
      return format.format(date);
    },
  };
}

/** Creates a number format for the current reader, cached by language. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): {
  format(value: number | bigint): string;
} {
  const byLanguage = new Map<InterfaceLanguage, Intl.NumberFormat>();
  return {
    format(value) {
      const language = currentLanguage();
      let format = byLanguage.get(language);
      if (!format) byLanguage.set(language, (format = new Intl.NumberFormat(language, options)));
      return format.format(value);
    },
  };
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
