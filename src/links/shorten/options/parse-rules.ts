import { invalid } from '../../../kernel/problem.ts';
import { toLine } from '../../../kernel/text.ts';
import { t } from '../../../kernel/translation/translate.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { parseAppAddress } from '../../link/fields.ts';
import { countryTitle, parseCountry } from '../../redirect/targeting/country.ts';
import { parseLanguageTag } from '../../redirect/targeting/language.ts';
import type {
  LanguageTarget,
  LinkRules,
  PlaceTarget,
  StoreTargets,
  Variant,
} from '../../redirect/targeting/targets.ts';
import { deviceNames, parseDeviceName } from '../../redirect/user-agent.ts';
import type { DeliveryInput } from './delivery.ts';

type Settings = Pick<Config, 'hopUrl' | 'plazaUrl' | 'HOP_APP_SCHEMES'>;

/** Maximum entries per list. */
const max = { places: 300, devices: 20, languages: 60, parameters: 50, variants: 10 };

/**
 * Returns the updated rules of a link. Each given list replaces the current one, and omitted ones do not
 * change.
 */
export function parseRules(input: DeliveryInput, before: LinkRules, config: Settings): LinkRules {
  const { places, devices, languages, stores, parameters, variants, passesQuery } = input;
  const changed = {
    places:
      places &&
      distinct(
        'geotarget',
        limited('geotarget', places, max.places).map((each) => parsePlaceTarget(each, config)),
        ({ country, region = '' }) => `${countryTitle(country)} ${region.toLowerCase()}`,
      ),
    devices:
      devices &&
      distinct(
        'devicetarget',
        limited('devicetarget', devices, max.devices).map(({ device, link }) => ({
          device: parseDevice(device),
          to: parseAppAddress(link, config, 'devicetarget'),
        })),
        ({ device }) => device,
      ),
    languages:
      languages &&
      distinct(
        'languagetarget',
        limited('languagetarget', languages, max.languages).map((each) => parseLanguageTarget(each, config)),
        ({ language }) => language,
      ),
    stores: stores === undefined ? undefined : parseStores(stores ?? {}, config),
    parameters:
      parameters &&
      onePerKey(limited('parameters', parameters, max.parameters).map(parseParameter), ({ name }) => name),
    variants: variants && parseVariants(limited('variants', variants, max.variants), config),
    passesQuery,
  };
  const after: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(changed))
    if (value !== undefined) after[name] = isNothing(value) ? undefined : value;
  return JSON.parse(JSON.stringify(after)) as LinkRules;
}

const isNothing = (value: unknown): boolean =>
  value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

function limited<T>(field: string, list: readonly T[], count: number): readonly T[] {
  if (list.length > count)
    throw invalid(field, t('{field} can have at most {count} entries', { field, count }));
  return list;
}

/** Rejects duplicate entries for a place, device or language. */
function distinct<T>(field: string, list: readonly T[], keyOf: (each: T) => string): readonly T[] {
  const keys = list.map((each) => keyOf(each).trim());
  const double = keys.find((key, index) => keys.indexOf(key) < index);
  if (double !== undefined)
    throw invalid(field, t('{field} has two entries for “{double}”', { field, double }));
  return list;
}

/** Keeps the last entry for each key. */
const onePerKey = <T>(list: readonly T[], keyOf: (each: T) => string): T[] => [
  ...new Map(list.map((each) => [keyOf(each), each])).values(),
];

/** Parses `Canada`, `Canada` with its state, or `United States, California`. */
function parsePlaceTarget(
  { location, state, link }: NonNullable<DeliveryInput['places']>[number],
  config: Settings,
): PlaceTarget {
  const to = parseAppAddress(link, config, 'geotarget');
  const whole = parseCountry(location);
  const [, first = '', second = ''] = /^([^,]*),(.*)$/s.exec(location) ?? [];
  const country = whole ?? parseCountry(first);
  if (!country)
    throw invalid(
      'geotarget',
      t('“{location}” is not a country. Use its English name or ISO code.', { location }),
    );
  const region = toLine(state?.trim() ? state : whole ? '' : second);
  if (region.length > 100 || /[^\p{L}\p{M}\p{N} .’'()-]/u.test(region))
    throw invalid('geotarget', t('“{region}” is not a state or region', { region: region.slice(0, 100) }));
  return { country, ...(region && { region }), to };
}

function parseDevice(text: string) {
  const device = parseDeviceName(text);
  if (!device)
    throw invalid(
      'devicetarget',
      t('“{text}” is not a device. Choose one of {deviceNames}.', {
        text,
        deviceNames: deviceNames.join(', '),
      }),
    );
  return device;
}

function parseLanguageTarget(
  { language, link }: NonNullable<DeliveryInput['languages']>[number],
  config: Settings,
): LanguageTarget {
  const tag = parseLanguageTag(language);
  if (tag === undefined)
    throw invalid(
      'languagetarget',
      t('“{language}” is not a language tag such as en, pt-BR or zh-Hant', {
        language: language.slice(0, 100),
      }),
    );
  return { language: tag, to: parseAppAddress(link, config, 'languagetarget') };
}

function parseStores(
  { auto = false, apple, google }: NonNullable<DeliveryInput['stores']>,
  config: Settings,
): StoreTargets | Record<string, never> {
  const read = (text: string) => parseAppAddress(text, config, 'deeplink');
  if (!apple?.trim() && !google?.trim()) return {};
  return {
    isAutomatic: auto,
    ...(apple?.trim() && { apple: read(apple) }),
    ...(google?.trim() && { google: read(google) }),
  };
}

function parseParameter({ name, value }: { name: string; value: string }) {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 100)
    throw invalid('parameters', t('The name of a parameter must have 1 to 100 characters'));
  if (value.length > 1000)
    throw invalid('parameters', t('The value of “{trimmed}” can have at most 1000 characters', { trimmed }));
  return { name: trimmed, value: value.trim() };
}

const letters = 'BCDEFGHIJK';

/** Weights are percentages. The remainder goes to the link's own URL. */
function parseVariants(list: NonNullable<DeliveryInput['variants']>, config: Settings): Variant[] {
  const variants = list.map(({ link, weight, name }, index) => ({
    name: toLine(name ?? '').slice(0, 40) || (letters[index] ?? ''),
    weight,
    to: parseAppAddress(link, config, 'variants'),
  }));
  if (variants.some(({ weight }) => !Number.isInteger(weight) || weight < 1))
    throw invalid('variants', t('The weight of a variant must be a whole number from 1 to 100'));
  if (variants.reduce((sum, { weight }) => sum + weight, 0) > 100)
    throw invalid('variants', t('The weights of all variants must not exceed 100'));
  if (new Set(variants.map(({ name }) => name)).size < variants.length)
    throw invalid('variants', t('Two variants have the same name'));
  return variants;
}
