import { Type } from 'typebox';
import { invalid, msg } from '../../../kernel/problem.ts';
import { completeUrl, toLine } from '../../../kernel/text.ts';
import { t } from '../../../web/translation/translate.ts';
import { parseAppAddress } from '../../link/fields.ts';
import {
  flagOf,
  lenientBoolean,
  listOrBlank,
  looseText,
  NumberOrText,
  orBlank,
  textOf,
} from '../../loose-values.ts';
import type { LinkRules, StoreTargets, Variant } from '../../redirect/targeting/targets.ts';
import { DigitsOrInteger } from './endings.ts';
import { limited, listOf, parseStoredList, asText } from './lists.ts';
import { option, type Settings } from './option.ts';
import { columnsOf, isWhole, rowsOf, shownAddress, toLists } from './typed.ts';

interface StoresInput {
  auto?: boolean | undefined;
  apple?: string | undefined;
  google?: string | undefined;
}
interface VariantInput {
  link: string;
  weight: number;
  name?: string | undefined;
}

/** Destinations in stores of apps, and those that split the traffic. */
export const alternatives = {
  /** Null: none. */
  stores: option<StoresInput | null, LinkRules['stores']>({
    body: {
      // PHP clients encode an empty array as `[]`.
      deeplink: orBlank(
        Type.Union([
          Type.Object({
            auto: lenientBoolean('Open the app automatically, or the store if it is not installed'),
            apple: looseText('For iPhones and iPads'),
            google: looseText('For Android'),
          }),
          Type.Array(Type.Unknown(), { maxItems: 0 }),
        ]),
        'Store pages of the app. Targets by device can open the app itself',
      ),
    },
    fromBody: ({ deeplink }) => {
      if (deeplink === undefined) return undefined;
      if (typeof deeplink !== 'object' || deeplink === null || Array.isArray(deeplink)) return null;
      const { auto, apple, google } = deeplink as Record<string, unknown>;
      return { auto: flagOf(auto), apple: textOf(apple), google: textOf(google) };
    },
    record: {
      deeplink: Type.Union([
        Type.Null(),
        Type.Object({ auto: Type.Boolean(), apple: Type.String(), google: Type.String() }),
      ]),
    },
    toRecord: (stores) =>
      stores ? { auto: stores.isAutomatic, apple: stores.apple ?? '', google: stores.google ?? '' } : null,
    fields: ['apple', 'google', 'automatic'],
    label: msg('Apps'),
    fromForm: ({ values: { apple, google, automatic } }) => ({
      apple: apple && completeUrl(apple),
      google: google && completeUrl(google),
      auto: automatic !== undefined,
    }),
    toForm: (stores) => ({
      values: {
        apple: stores?.apple,
        google: stores?.google,
        automatic: stores?.isAutomatic ? 'on' : undefined,
      },
    }),
    says: ({ values: { apple = '', google = '' } }) => [
      isWhole(apple) &&
        t('On iPhones and iPads: redirect to the App Store, {link}', { link: shownAddress(apple) }),
      isWhole(google) && t('On Android: redirect to Google Play, {link}', { link: shownAddress(google) }),
    ],
    store: {
      rule: 'stores',
      parseRule: (stores, config) => parseStores(stores ?? {}, config),
      fromRule: (rule) => {
        if (!rule) return null;
        const { isAutomatic, apple, google } = rule as Record<string, unknown>;
        return { auto: isAutomatic === true, apple: asText(apple), google: asText(google) };
      },
    },
    targets: (stores) => [stores?.apple, stores?.google],
  }),

  /** Weights are percentages. The remainder goes to the link's own URL. */
  variants: option<readonly VariantInput[], LinkRules['variants']>({
    body: {
      variants: listOrBlank(
        Type.Object({ link: Type.String(), weight: DigitsOrInteger, name: orBlank(NumberOrText()) }),
        'Extension. Destinations that split the traffic, with weights in percent. The rest goes to `url`',
      ),
    },
    fromBody: ({ variants }) =>
      listOf(variants)?.map(({ link, weight, name }) => ({
        link: asText(link),
        weight: Number(weight),
        name: textOf(name),
      })),
    record: {
      variants: Type.Array(Type.Object({ name: Type.String(), weight: Type.Integer(), link: Type.String() })),
    },
    toRecord: (variants = []) => variants.map(({ name, weight, to }) => ({ name, weight, link: to })),
    fields: [],
    lists: columnsOf('variant'),
    label: msg('Variants, in percent'),
    fromForm: (typed) =>
      rowsOf(typed, 'variant').map(({ name, weight, link }) => ({
        name,
        link: completeUrl(link),
        weight: Number(weight),
      })),
    toForm: (variants = []) => ({
      lists: toLists(
        'variant',
        variants.map(({ name, weight, to }) => ({ name, weight: String(weight), link: to })),
      ),
    }),
    says: (typed) =>
      rowsOf(typed, 'variant').map(
        ({ name, weight, link }) =>
          isWhole(link) &&
          /^[1-9]\d?$|^100$/.test(weight) &&
          t('{weight} of 100 visitors get “{name}”: redirect to {link}', {
            weight,
            name,
            link: shownAddress(link),
          }),
      ),
    store: {
      rule: 'variants',
      parseRule: (variants, config) => parseVariants(limited('variants', variants, 10), config),
      fromRule: (rule) =>
        parseStoredList(rule).map(({ name, weight, to }) => ({
          name: asText(name),
          weight: Number(weight),
          link: asText(to),
        })),
    },
    targets: (variants = []) => variants.map(({ to }) => to),
  }),
};

function parseStores(
  { auto = false, apple, google }: StoresInput,
  config: Settings,
): StoreTargets | undefined {
  const read = (text: string) => parseAppAddress(text, config, 'deeplink');
  if (!apple?.trim() && !google?.trim()) return undefined;
  return {
    isAutomatic: auto,
    ...(apple?.trim() && { apple: read(apple) }),
    ...(google?.trim() && { google: read(google) }),
  };
}

const letters = 'BCDEFGHIJK';

function parseVariants(list: readonly VariantInput[], config: Settings): Variant[] {
  const variants = list.map(({ link, weight, name }, index) => ({
    name: toLine(name ?? '').slice(0, 40) || (letters[index] ?? ''),
    weight,
    to: parseAppAddress(link, config, 'variants'),
  }));
  if (variants.some(({ weight }) => !Number.isInteger(weight) || weight < 1))
    throw invalid('variants', msg('The weight of a variant must be a whole number from 1 to 100'));
  if (variants.reduce((sum, { weight }) => sum + weight, 0) > 100)
    throw invalid('variants', msg('The weights of all variants must not exceed 100'));
  if (new Set(variants.map(({ name }) => name)).size < variants.length)
    throw invalid('variants', msg('Two variants have the same name'));
  return variants;
}
