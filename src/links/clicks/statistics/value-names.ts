import { theRest } from '../retention/fold-long-tails.ts';

/** What stands in roll-ups (codes, and '' for what was not known) in words for people and for the API. */
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });
const devices: Readonly<Record<string, string>> = {
  desktop: 'Desktop',
  mobile: 'Phone',
  tablet: 'Tablet',
  tv: 'Television',
};

const unknown = 'Unknown';

/** The long tail of a list is folded into one value, which has a name of its own in all of them. */
const named =
  (name: (value: string) => string) =>
  (value: string): string =>
    value === theRest ? 'Others' : name(value);

export const countryName = named((code) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : unknown));
export const languageName = named((code) =>
  /^[a-z]{2,3}$/.test(code) ? (languages.of(code) ?? code) : unknown,
);
export const deviceName = named((device) => devices[device] ?? unknown);
export const browserName = named((browser) => browser || unknown);
export const systemName = named((system) => system || unknown);
/** A typed address, a mail program or an app names no page that one came from. */
export const referrerName = named((host) => host || 'Direct, email and other');
