import { iso31661Alpha2ToAlpha3 } from 'iso-3166';
import { canonicalTag, primaryLanguage } from './language.ts';

const none = { fallback: 'none' } as const;
const languageNames = new Intl.DisplayNames('en', { type: 'language', ...none });
const scriptNames = new Intl.DisplayNames('en', { type: 'script', ...none });
const regionNames = new Intl.DisplayNames('en', { type: 'region', ...none });

/** Codes that have a name but stand for no language or script that a browser asks for. */
const placeholders = /^(und|mul|mis|zxx|root|Z(inh|mth|sye|sym|xxx|yyy|zzz))$/;

/**
 * Parses the tag of a language, with script, region and variants, to its canonical form. Undefined for tags that no
 * browser sends, and so no visitor would match: unknown codes, three letters of a language that has two, and
 * extensions.
 */
export function parseLanguageTag(text: string): string | undefined {
  const typed = text.trim().replaceAll('_', '-');
  const parts = /^([a-z]{2,3})(-[a-z]{4})?(-[a-z]{2}|-[0-9]{3})?(-[a-z0-9]{5,8}|-[0-9][a-z0-9]{3})?$/i.exec(
    typed,
  );
  const tag = parts ? canonicalTag(typed) : undefined;
  if (tag === undefined) return undefined;
  const language = primaryLanguage(tag);
  const { script, region } = new Intl.Locale(tag);
  const isSpelledLong = parts?.[1]?.length === 3 && language.length === 2;
  const isKnown =
    languageNames.of(language) !== undefined &&
    !placeholders.test(language) &&
    (script === undefined || (scriptNames.of(script) !== undefined && !placeholders.test(script))) &&
    (region === undefined || isRegion(region));
  return isKnown && !isSpelledLong ? tag : undefined;
}

/** A country, Kosovo, or a part of the world such as Latin America. */
const isRegion = (code: string): boolean =>
  code in iso31661Alpha2ToAlpha3 ||
  code === 'XK' ||
  (/^[0-9]{3}$/.test(code) && regionNames.of(code) !== undefined);
