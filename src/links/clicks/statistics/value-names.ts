import { currentLanguage } from '../../../kernel/translation/languages.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { otherValues } from '../retention/fold-rare-values.ts';

/**
 * Display names of roll-up values (codes, and '' for unknown) in the reader's language. The statistics API
 * returns them in English.
 */
const displayNames = (type: 'region' | 'language') => {
  const byLanguage = new Map<string, Intl.DisplayNames>();
  return (code: string): string => {
    const language = currentLanguage();
    let names = byLanguage.get(language);
    if (!names)
      byLanguage.set(language, (names = new Intl.DisplayNames([language, 'en'], { type, fallback: 'code' })));
    return names.of(code) ?? code;
  };
};
const regionName = displayNames('region');
const nameOfLanguage = displayNames('language');

const devices = (): Readonly<Record<string, string>> => ({
  desktop: t('Desktop'),
  mobile: t('Phone'),
  tablet: t('Tablet'),
  tv: t('Television'),
});

const unknown = () => t('Unknown');

/** All lists fold rare values into one, with the same name. */
const named =
  (name: (value: string) => string) =>
  (value: string): string =>
    value === otherValues ? t('Others') : name(value);

export const countryName = named((code) => (/^[A-Z]{2}$/.test(code) ? regionName(code) : unknown()));
export const languageName = named((code) =>
  /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code) ? nameOfLanguage(code) : unknown(),
);
export const deviceName = named((device) => devices()[device] ?? unknown());
export const browserName = named((browser) => browser || unknown());
export const systemName = named((system) => system || unknown());
/** Typed addresses, email clients and apps send no referrer. */
export const referrerName = named((host) => host || t('Direct, email and other'));
