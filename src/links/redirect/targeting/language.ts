import { iso31661Alpha2ToAlpha3 } from 'iso-3166';

/** Returns the accepted language ranges in lower case (`zh-hant-hk`), best first. Equal ones stay in order. */
export function parseLanguages(header: string | undefined): string[] {
  const found = new Map<string, number>();
  for (const choice of (header ?? '').slice(0, 200).split(',')) {
    const [, code, weight = '1'] =
      /^([a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4})-?(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i.exec(choice.trim()) ?? [];
    if (code === undefined || Number(weight) === 0) continue;
    const range = code.toLowerCase();
    found.set(range, Math.max(found.get(range) ?? 0, Number(weight)));
  }
  return [...found].toSorted(([, one], [, other]) => other - one).map(([range]) => range);
}

/** The language of a range, without script and region. */
export const primaryLanguage = (range = ''): string => range.split('-', 1)[0] ?? '';

/**
 * Finds the target of a visitor: lookup as in RFC 4647, by the best range first. A range is also looked up with the
 * script and region that are meant without them, so that `zh-HK` gets the target of `zh-TW` and not that of `zh-CN`.
 */
export function findLanguage(
  targets: ReadonlyMap<string, string>,
  ranges: readonly string[],
): string | undefined {
  for (const range of ranges) {
    // Most links have targets of languages only.
    const exact = targets.get(range);
    if (exact !== undefined) return exact;
    for (const form of formsOf(range)) {
      const to = targets.get(form);
      if (to !== undefined) return to;
    }
  }
  return undefined;
}

/** Targets by every range that means them. A target that names a range precedes one that only implies it. */
export function indexLanguages(targets: readonly { language: string; to: string }[]): Map<string, string> {
  const index = new Map<string, string>();
  const add = (key: string, to: string): void => {
    if (!index.has(key)) index.set(key, to);
  };
  const canonical = targets.map(({ language, to }) => ({ tag: canonicalTag(language) ?? language, to }));
  for (const { tag, to } of canonical) add(tag.toLowerCase(), to);
  for (const { tag, to } of canonical) {
    const named = new Intl.Locale(tag);
    if (!named.script && !named.region) continue;
    const { language, script, region } = likely(tag);
    if (region) add(`${language}-${script}-${region}`, to);
    if (scripted.has(language)) add(`${language}-${script}`, to);
  }
  return index;
}

/** Languages that are written in several scripts, where a reader of one may not read the other. */
const scripted = new Set(['az', 'bs', 'kk', 'mn', 'pa', 'sr', 'tg', 'uz', 'yue', 'zh']);

/** Norwegian is said as the language and as its usual written form, and read in both. */
const relatives: Readonly<Record<string, string>> = { nb: 'no', no: 'nb', nn: 'no' };

const cache = new Map<string, readonly string[]>();
const maxCached = 500;

/** The ranges that a range stands for, most specific first. */
function formsOf(range: string): readonly string[] {
  const known = cache.get(range);
  if (known) return known;
  const tag = canonicalTag(range);
  const forms = tag === undefined ? [primaryLanguage(range)] : formsOfTag(tag);
  if (cache.size >= maxCached) cache.clear();
  cache.set(range, forms);
  return forms;
}

function formsOfTag(tag: string): string[] {
  const parts = tag.toLowerCase().split('-');
  const truncated = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
  const { language, script, region } = likely(tag);
  const relative = relatives[language];
  return [
    ...new Set([
      ...truncated.slice(0, -1),
      ...(new Intl.Locale(tag).region ? [`${language}-${region}`] : []),
      // A target of the language precedes one that is only usual for it.
      ...(parts.length === 1 ? [language] : []),
      `${language}-${script}-${region}`,
      `${language}-${script}`,
      language,
      ...(relative === undefined ? [] : [relative, 'nb']),
    ]),
  ];
}

/** The language, script and region in lower case, those that are usual where the tag has none. */
function likely(tag: string): { language: string; script: string; region: string } {
  const { language, script = '', region = '' } = new Intl.Locale(tag).maximize();
  return { language, script: script.toLowerCase(), region: region.toLowerCase() };
}

/** The tag as it is written today: `he` for `iw`, `de` for `deu`. Undefined if it is not one. */
export function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

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
