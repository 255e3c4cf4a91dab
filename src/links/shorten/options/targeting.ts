import { Type } from 'typebox';
import { invalid, msg } from '../../../kernel/problem.ts';
import { completeUrl, toLine } from '../../../kernel/text.ts';
import { t } from '../../../web/translation/translate.ts';
import { languageName } from '../../clicks/statistics/names.ts';
import { parseAppAddress } from '../../link/fields.ts';
import { listOrBlank, NumberOrText, orBlank, textOf } from '../../loose-values.ts';
import { countryLabel, countryTitle, parseCountry } from '../../redirect/targeting/country.ts';
import { parseLanguageTag } from '../../redirect/targeting/language.ts';
import type { LanguageTarget, LinkRules, PlaceTarget } from '../../redirect/targeting/targets.ts';
import { deviceNames, parseDeviceName } from '../../redirect/user-agent.ts';
import { distinct, limited, listOf, parseStoredList, asText } from './lists.ts';
import { option, type Settings } from './option.ts';
import { columnsOf, isWhole, rowsOf, shownAddress, toLists } from './typed.ts';

interface PlaceInput {
  location: string;
  state?: string | undefined;
  link: string;
}
interface LanguageInput {
  language: string;
  link: string;
}
interface DeviceInput {
  device: string;
  link: string;
}

const Target = (name: string) => Type.Object({ [name]: Type.String(), link: Type.String() });
const Addresses = Type.Record(Type.String(), Type.String());
const linksOf = (list: readonly { to: string }[] = []) => list.map(({ to }) => to);

/** Destinations by what is known of a visitor. An empty list removes all. */
export const targeting = {
  places: option<readonly PlaceInput[], LinkRules['places']>({
    body: {
      geotarget: listOrBlank(
        Type.Object({ location: Type.String(), state: orBlank(NumberOrText()), link: Type.String() }),
        'Destinations by country, as English name or code. With `state`, or as “United States, California”, by region',
      ),
    },
    fromBody: ({ geotarget }) =>
      listOf(geotarget)?.map(({ location, state, link }) => ({
        location: asText(location),
        state: textOf(state),
        link: asText(link),
      })),
    record: { location: Addresses },
    toRecord: (places = []) =>
      Object.fromEntries(
        places.map(({ country, region, to }) => [
          [countryTitle(country), region].filter(Boolean).join(', ').toLowerCase(),
          to,
        ]),
      ),
    fields: [],
    lists: columnsOf('geo'),
    label: msg('By country'),
    fromForm: (typed) =>
      rowsOf(typed, 'geo').map(({ location, region, link }) => ({
        location,
        state: region,
        link: completeUrl(link),
      })),
    toForm: (places = []) => ({
      lists: toLists(
        'geo',
        places.map(({ country, region, to }) => ({
          location: countryLabel(country),
          region: region ?? '',
          link: to,
        })),
      ),
    }),
    says: (typed) =>
      rowsOf(typed, 'geo').map(
        ({ location, region, link }) =>
          isWhole(link) &&
          (parseCountry(location) ?? parseCountry(location.split(',', 1)[0] ?? '')) !== undefined &&
          t('From {place}: redirect to {link}', {
            place: [region, location].filter(Boolean).join(', '),
            link: shownAddress(link),
          }),
      ),
    store: {
      rule: 'places',
      parseRule: (places, config) =>
        distinct(
          'geotarget',
          limited('geotarget', places, 300).map((each) => parsePlace(each, config)),
          ({ country, region = '' }) => `${countryTitle(country)} ${region.toLowerCase()}`,
        ),
      fromRule: (rule) =>
        parseStoredList(rule).map(({ country, region, to }) => ({
          location: asText(country),
          state: region === undefined ? undefined : asText(region),
          link: asText(to),
        })),
    },
    targets: linksOf,
  }),

  devices: option<readonly DeviceInput[], LinkRules['devices']>({
    body: {
      devicetarget: listOrBlank(
        Target('device'),
        'Destinations by device: iPhone, iPad, Android, Windows, Mac OS, Linux, Mobile, Tablet, Desktop',
      ),
    },
    fromBody: ({ devicetarget }) =>
      listOf(devicetarget)?.map(({ device, link }) => ({ device: asText(device), link: asText(link) })),
    record: { device: Addresses },
    toRecord: (devices = []) => Object.fromEntries(devices.map(({ device, to }) => [device, to])),
    fields: [],
    lists: columnsOf('device'),
    label: msg('By device'),
    fromForm: (typed) => rowsOf(typed, 'device').map((row) => ({ ...row, link: completeUrl(row.link) })),
    toForm: (devices = []) => ({
      lists: toLists(
        'device',
        devices.map(({ device, to }) => ({ device, link: to })),
      ),
    }),
    says: (typed) =>
      rowsOf(typed, 'device').map(
        ({ device, link }) =>
          isWhole(link) &&
          parseDeviceName(device) !== undefined &&
          t('On {device}: redirect to {link}', { device, link: shownAddress(link) }),
      ),
    store: {
      rule: 'devices',
      parseRule: (devices, config) =>
        distinct(
          'devicetarget',
          limited('devicetarget', devices, 20).map(({ device, link }) => ({
            device: parseDevice(device),
            to: parseAppAddress(link, config, 'devicetarget'),
          })),
          ({ device }) => device,
        ),
      fromRule: (rule) =>
        parseStoredList(rule).map(({ device, to }) => ({ device: asText(device), link: asText(to) })),
    },
    targets: linksOf,
  }),

  languages: option<readonly LanguageInput[], LinkRules['languages']>({
    body: { languagetarget: listOrBlank(Target('language'), 'Destinations by language, as ISO 639-1 code') },
    fromBody: ({ languagetarget }) =>
      listOf(languagetarget)?.map(({ language, link }) => ({
        language: asText(language),
        link: asText(link),
      })),
    record: { language: Addresses },
    toRecord: (languages = []) => Object.fromEntries(languages.map(({ language, to }) => [language, to])),
    fields: [],
    lists: columnsOf('language'),
    label: msg('By language'),
    fromForm: (typed) => rowsOf(typed, 'language').map((row) => ({ ...row, link: completeUrl(row.link) })),
    toForm: (languages = []) => ({
      lists: toLists(
        'language',
        languages.map(({ language, to }) => ({ language, link: to })),
      ),
    }),
    says: (typed) =>
      rowsOf(typed, 'language').map(
        ({ language, link }) =>
          isWhole(link) &&
          parseLanguageTag(language) !== undefined &&
          t('{language} speakers: redirect to {link}', {
            language: languageName(language),
            link: shownAddress(link),
          }),
      ),
    store: {
      rule: 'languages',
      parseRule: (languages, config) =>
        distinct(
          'languagetarget',
          limited('languagetarget', languages, 60).map((each) => parseLanguage(each, config)),
          ({ language }) => language,
        ),
      fromRule: (rule) =>
        parseStoredList(rule).map(({ language, to }) => ({ language: asText(language), link: asText(to) })),
    },
    targets: linksOf,
  }),
};

/** Parses `Canada`, `Canada` with its state, or `United States, California`. */
function parsePlace({ location, state, link }: PlaceInput, config: Settings): PlaceTarget {
  const to = parseAppAddress(link, config, 'geotarget');
  const whole = parseCountry(location);
  const [, first = '', second = ''] = /^([^,]*),(.*)$/s.exec(location) ?? [];
  const country = whole ?? parseCountry(first);
  if (!country)
    throw invalid(
      'geotarget',
      msg('“{location}” is not a country. Use its English name or ISO code.', { location }),
    );
  const region = toLine(state?.trim() ? state : whole ? '' : second);
  if (region.length > 100 || /[^\p{L}\p{M}\p{N} .’'()-]/u.test(region))
    throw invalid('geotarget', msg('“{region}” is not a state or region', { region: region.slice(0, 100) }));
  return { country, ...(region && { region }), to };
}

function parseDevice(text: string) {
  const device = parseDeviceName(text);
  if (!device)
    throw invalid(
      'devicetarget',
      msg('“{text}” is not a device. Choose one of {deviceNames}.', {
        text,
        deviceNames: deviceNames.join(', '),
      }),
    );
  return device;
}

function parseLanguage({ language, link }: LanguageInput, config: Settings): LanguageTarget {
  const tag = parseLanguageTag(language);
  if (tag === undefined)
    throw invalid(
      'languagetarget',
      msg('“{language}” is not a language tag such as en, pt-BR or zh-Hant', {
        language: language.slice(0, 100),
      }),
    );
  return { language: tag, to: parseAppAddress(link, config, 'languagetarget') };
}
