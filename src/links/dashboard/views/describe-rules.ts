import { iso31661 } from 'iso-3166';
import { parseTime } from '../../../kernel/time.ts';
import { currentLanguage } from '../../../kernel/translation/languages.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { timeText } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import { languageName } from '../../clicks/statistics/names.ts';
import { countryTitle, parseCountry } from '../../redirect/targeting/country.ts';
import { parseLanguageTag } from '../../redirect/targeting/language.ts';
import { parseDeviceName } from '../../redirect/user-agent.ts';
import { completeUrl } from '../../loose-values.ts';
import { type BuilderState, parametersOf, rowsOf, toLists } from '../builder-state.ts';

/** A typed expiry in UTC. Undefined until it is a whole time. */
function readableTime(typed: string | undefined, zone: string | undefined): string | undefined {
  const time = typed === undefined ? undefined : parseTime(typed, zone === '' ? 'UTC' : zone);
  return time && timeText(time);
}

/** Describes a link's rules in the order in which they apply, one sentence per line. */
export function rulesInWords(typed: BuilderState): string[] {
  const state = withoutHalfTyped(typed);
  const { values = {} } = state;
  const pixels = state.lists.pixel?.length ?? 0;
  const expiry = readableTime(values.expiry, values.timezone);
  const home = values.url ? shorten(values.url) : t('the destination URL');
  const lines: (string | false | undefined)[] = [
    values.off && t('Unpublished. Visitors see that the page is unavailable.'),
    expiry &&
      t('Expires {time} (UTC); {afterwards}.', {
        time: expiry,
        afterwards: afterwards(values.expiredurl),
      }),
    values.clicklimit &&
      t('At most {clicks} clicks; {afterwards}.', {
        clicks: values.clicklimit,
        afterwards: afterwards(values.expiredurl),
      }),
    (Boolean(values.password) || (values.locked === 'on' && !values.nopassword)) &&
      t('Protected by a password.'),
    ...rowsOf(state, 'geo').map(({ location, region, link }) =>
      t('From {place}: redirect to {link}', {
        place: [region, location].filter(Boolean).join(', '),
        link: shorten(link),
      }),
    ),
    ...rowsOf(state, 'device').map(({ device, link }) =>
      t('On {device}: redirect to {link}', { device, link: shorten(link) }),
    ),
    values.apple &&
      t('On iPhones and iPads: redirect to the App Store, {link}', { link: shorten(values.apple) }),
    values.google && t('On Android: redirect to Google Play, {link}', { link: shorten(values.google) }),
    ...rowsOf(state, 'language').map(({ language, link }) =>
      t('{language} speakers: redirect to {link}', { language: languageName(language), link: shorten(link) }),
    ),
    ...rowsOf(state, 'variant').map(({ name, weight, link }) =>
      t('{weight} of 100 visitors get “{name}”: redirect to {link}', {
        weight,
        name,
        link: shorten(link),
      }),
    ),
    hasRules(state)
      ? t('Everyone else: redirect to {link}', { link: home })
      : t('Everyone: redirect to {link}', { link: home }),
    redirectInWords(values.type ?? 'direct', values.redirectstatus ?? '302'),
    parametersOf(state).length > 0 &&
      t('Added to the URL: {parameters}', {
        parameters: parametersOf(state)
          .map(({ name, value }) => `${name}=${value}`)
          .join('&'),
      }),
    values.passquery && t('Query parameters are forwarded.'),
    pixels > 0 && t('{pixels, plural, one {# pixel is} other {# pixels are}} fired.', { pixels }),
  ];
  return lines.filter((line): line is string => typeof line === 'string' && line !== '');
}

/** What is still being typed is no rule yet: an address without its end, or a name that nothing has. */
function withoutHalfTyped(state: BuilderState): BuilderState {
  const { values = {} } = state;
  const addresses = ['url', 'apple', 'google', 'expiredurl'].map((name) => {
    const text = values[name] ?? '';
    return [name, isWhole(text) ? text : ''] as const;
  });
  const clicks = /^[1-9]\d*$/.test(values.clicklimit ?? '') ? values.clicklimit : '';
  const geo = rowsOf(state, 'geo').filter(
    ({ location, link }) =>
      isWhole(link) &&
      (parseCountry(location) ?? parseCountry(location.split(',', 1)[0] ?? '')) !== undefined,
  );
  const devices = rowsOf(state, 'device').filter(
    ({ device, link }) => isWhole(link) && parseDeviceName(device) !== undefined,
  );
  const languages = rowsOf(state, 'language').filter(
    ({ language, link }) => isWhole(link) && parseLanguageTag(language) !== undefined,
  );
  const variants = rowsOf(state, 'variant').filter(
    ({ weight, link }) => isWhole(link) && /^[1-9]\d?$|^100$/.test(weight),
  );
  return {
    ...state,
    values: { ...values, ...Object.fromEntries(addresses), clicklimit: clicks },
    lists: {
      ...state.lists,
      ...toLists('geo', geo),
      ...toLists('device', devices),
      ...toLists('language', languages),
      ...toLists('variant', variants),
    },
  };
}

/** Whether an address leads somewhere, on the web or in an app. */
function isWhole(address: string): boolean {
  const url = URL.parse(completeUrl(address));
  if (!url || /^(?:javascript|data|vbscript|file|blob):$/.test(url.protocol)) return false;
  return !/^https?:$/.test(url.protocol) || /[.:]|^localhost$/.test(url.hostname);
}

/** Whether some visitors are redirected elsewhere. */
const hasRules = (state: BuilderState): boolean =>
  Boolean(state.values?.apple ?? '') ||
  Boolean(state.values?.google ?? '') ||
  (['geo', 'device', 'language', 'variant'] as const).some((list) => rowsOf(state, list).length > 0);

const afterwards = (address: string | undefined) =>
  address?.trim()
    ? t('then redirects to {link}', { link: shorten(address) })
    : t('then shows an expiry page');

const shorten = (address: string) => {
  const text = address.trim().replace(/^https?:\/\/(www\.)?/, '');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

function redirectInWords(delivery: string, status: string): string | false {
  if (delivery === 'frame') return t('The page is shown in a frame below a bar.');
  if (delivery === 'splash' || /^\d+$/.test(delivery)) return t('Shows a splash page first.');
  if (delivery.startsWith('overlay')) return t('The page is shown with an overlay.');
  return status !== '302' && status !== '' && t('Redirected with status {status}.', { status });
}

export const ruleList = (state: BuilderState): Html =>
  html`<ol class="rule-list">
    ${rulesInWords(state).map((line) => html`<li>${line}</li>`)}
  </ol>`;

const byLanguage = new Map<string, readonly string[]>();

/** Returns all country names in the reader's language. */
export function countryNames(): readonly string[] {
  const language = currentLanguage();
  let names = byLanguage.get(language);
  if (!names) {
    const inTheirs = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
    names = iso31661
      .map(({ alpha2 }) => (language === 'en' ? countryTitle(alpha2) : (inTheirs.of(alpha2) ?? alpha2)))
      .sort((one, other) => one.localeCompare(other, language));
    byLanguage.set(language, names);
  }
  return names;
}
