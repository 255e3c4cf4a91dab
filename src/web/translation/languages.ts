import { AsyncLocalStorage } from 'node:async_hooks';
import { isTimeZone } from '../../kernel/time.ts';

/** The languages of the interface, the source language first. */
export const interfaceLanguages = ['en', 'de', 'es', 'fr', 'ar'] as const;

export type InterfaceLanguage = (typeof interfaceLanguages)[number];

/** The language of the message texts in the sources. */
export const sourceLanguage = 'en';

const known: ReadonlySet<string> = new Set(interfaceLanguages);

export const isInterfaceLanguage = (code: string): code is InterfaceLanguage => known.has(code);

/** The interface language of the first supported tag, ignoring regions: `de-AT` is `de`. */
export function firstSupported(tags: readonly string[]): InterfaceLanguage | undefined {
  for (const tag of tags) {
    const code = tag.trim().slice(0, 3).split('-')[0]?.toLowerCase() ?? '';
    if (isInterfaceLanguage(code)) return code;
  }
  return undefined;
}

/** The language for text sent outside a request: the recipient's chosen language, else English. */
export const readerLanguage = (chosen: string): InterfaceLanguage =>
  firstSupported([chosen]) ?? sourceLanguage;

/** Longer than any browser sends. */
const longestHeader = 200;

/**
 * The interface language for an `Accept-Language` header, by its weights. Skips unsupported languages. Falls
 * back to English.
 */
export function negotiateLanguage(header: string | undefined): InterfaceLanguage {
  if (!header) return sourceLanguage;
  const ranges = header
    .slice(0, longestHeader)
    .split(',')
    .map((range) => {
      const [tag = '', weight] = range.split(';');
      return { tag, weight: weight === undefined ? 1 : Number(weight.replace(/^\s*q=/, '')) || 0 };
    });
  ranges.sort((one, other) => other.weight - one.weight);
  return firstSupported(ranges.filter(({ weight }) => weight > 0).map(({ tag }) => tag)) ?? sourceLanguage;
}

const fromRightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  fromRightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';

/** Creating `Intl.DisplayNames` takes longer than rendering a post. */
const nativeNames = new Map<string, string>();

/** The name of an offered language in that language: `Deutsch`. */
export function nativeName(code: string): string {
  const known = nativeNames.get(code);
  if (known !== undefined) return known;
  const name = toNativeName(code);
  nativeNames.set(code, name);
  return name;
}

function toNativeName(code: string): string {
  const name = new Intl.DisplayNames([code, sourceLanguage], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

interface Reader {
  language: InterfaceLanguage;
  /** As the browser reports it, unverified. */
  timeZone: string | undefined;
}

const current = new AsyncLocalStorage<Reader>();

/** The language of the current rendering. English outside of `inLanguage`. */
export const currentLanguage = (): InterfaceLanguage => current.getStore()?.language ?? sourceLanguage;

/** Makes what is the same for all readers of a language once, when the first of them reads it. */
export function onceInEachLanguage<Value>(make: (language: InterfaceLanguage) => Value): () => Value {
  const made = new Map<InterfaceLanguage, Value>();
  return () => {
    const language = currentLanguage();
    let value = made.get(language);
    if (value === undefined) made.set(language, (value = make(language)));
    return value;
  };
}

/** The time zone of the current reader. UTC if it is not known. */
export function currentTimeZone(): string {
  const zone = current.getStore()?.timeZone;
  return zone !== undefined && isTimeZone(zone) ? zone : 'UTC';
}

/** Runs `work`, and everything it awaits, in this language, and in the reader's time zone if it is given. */
export const inLanguage = <T>(language: InterfaceLanguage, work: () => T, timeZone?: string): T =>
  current.run({ language, timeZone }, work);

/**
 * Changes the language of the surrounding `inLanguage` when the reader becomes known. Does nothing outside of
 * one.
 */
export function setLanguage(language: InterfaceLanguage): void {
  const store = current.getStore();
  if (store) store.language = language;
}
