import { type Static, type TObject, Type } from 'typebox';
import {
  flagOf,
  lenientBoolean,
  listOrBlank,
  LooseId,
  looseText,
  NumberOrText,
  orBlank,
  textOf,
} from '../../loose-values.ts';
import { countryTitle } from '../../redirect/targeting/country.ts';
import type { LinkRules } from '../../redirect/targeting/targets.ts';
import { type Delivery, type DeliveryInput, typeOf } from './delivery.ts';

const Target = (name: string) => Type.Object({ [name]: Type.String(), link: Type.String() });
const Number_ = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,9}$' })]);

/** Request fields for the delivery options of a link. */
export const DeliveryBody = {
  type: orBlank(
    Type.Union([Type.String(), Type.Integer()]),
    'How visitors reach the destination: direct, frame, splash, the ID of a splash page, or overlay- and the ID of an overlay',
  ),
  password: looseText(
    'Password that visitors must enter. When a link is updated, blank does not change it and null or false removes it',
  ),
  metaimage: looseText('Image for previews where the link is shared: the URL of a JPG or PNG'),
  geotarget: listOrBlank(
    Type.Object({ location: Type.String(), state: orBlank(NumberOrText()), link: Type.String() }),
    'Destinations by country, as English name or code. With `state`, or as “United States, California”, by region',
  ),
  devicetarget: listOrBlank(
    Target('device'),
    'Destinations by device: iPhone, iPad, Android, Windows, Mac OS, Linux, Mobile, Tablet, Desktop',
  ),
  languagetarget: listOrBlank(Target('language'), 'Destinations by language, as ISO 639-1 code'),
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
  parameters: listOrBlank(
    Type.Union([
      Type.Object({ name: NumberOrText(), value: NumberOrText() }),
      // Spelling from a published example that clients have copied.
      Type.Object({ device: Type.String(), link: Type.String() }),
    ]),
    'Query parameters added to the destination URL',
  ),
  pixels: listOrBlank(LooseId, 'IDs of your pixels to fire'),
  variants: listOrBlank(
    Type.Object({ link: Type.String(), weight: Number_, name: orBlank(NumberOrText()) }),
    'Extension. Destinations that split the traffic, with weights in percent. The rest goes to `url`',
  ),
  clicklimit: orBlank(Number_, 'Extension. Number of clicks after which the link expires'),
  expiredurl: looseText('Extension. Destination of the link after it expired'),
  redirectstatus: orBlank(Number_, 'Extension. 301, 302, 307 or 308. Defaults to 302'),
  disabled: lenientBoolean('Extension. Whether the link is disabled'),
  passquery: lenientBoolean('Extension. Whether the query of the short URL is passed on'),
};

type Body = Static<TObject<typeof DeliveryBody>>;

export function toDeliveryInput(body: Body): DeliveryInput {
  const { type, password, deeplink, parameters, variants, pixels } = body;
  return {
    type: type === undefined ? undefined : textOf(typeof type === 'number' ? String(type) : type),
    password:
      password === null || password === false
        ? null
        : typeof password === 'number'
          ? String(password)
          : password,
    previewImage: textOf(body.metaimage),
    places: listOf(body.geotarget)?.map(({ location, state, link }) => ({
      location,
      state: textOf(state),
      link,
    })),
    devices: listOf(body.devicetarget) as DeliveryInput['devices'],
    languages: listOf(body.languagetarget) as DeliveryInput['languages'],
    stores: toStores(deeplink),
    parameters: listOf(parameters)?.map((each) =>
      'name' in each
        ? { name: String(each.name), value: String(each.value) }
        : { name: each.device, value: each.link },
    ),
    variants: listOf(variants)?.map(({ link, weight, name }) => ({
      link,
      weight: Number(weight),
      name: textOf(name),
    })),
    passesQuery: flagOf(body.passquery),
    pixelIds: listOf(pixels)?.map(String),
    clickLimit: numberOf(body.clicklimit),
    expiredUrl: textOf(body.expiredurl),
    status: numberOf(body.redirectstatus),
    isDisabled: flagOf(body.disabled),
  };
}

/** Converts blank to an empty list. */
const listOf = <T>(
  value: readonly T[] | Record<string, never> | '' | null | false | undefined,
): readonly T[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? (value as readonly T[]) : [];

/** Converts blank to null. */
const numberOf = (value: number | string | false | null | undefined): number | null | undefined =>
  value === undefined ? undefined : value === '' || value === null || value === false ? null : Number(value);

function toStores(deeplink: Body['deeplink']): DeliveryInput['stores'] {
  if (deeplink === undefined) return undefined;
  if (typeof deeplink !== 'object' || deeplink === null || Array.isArray(deeplink)) return null;
  const { auto, apple, google } = deeplink as { auto?: unknown; apple?: unknown; google?: unknown };
  return { auto: flagOf(auto), apple: textOf(apple), google: textOf(google) };
}

const Addresses = Type.Record(Type.String(), Type.String());

/** Response fields for the delivery options of a link. */
export const DeliveryRecord = {
  location: Addresses,
  device: Addresses,
  language: Addresses,
  type: Type.String(),
  password: Type.Boolean({ description: 'Whether the link has a password' }),
  disabled: Type.Boolean(),
  redirectstatus: Type.Integer(),
  expiredurl: Type.String(),
  clicklimit: Type.Union([Type.Integer(), Type.Null()]),
  passquery: Type.Boolean(),
  metatitle: Type.String(),
  metadescription: Type.String(),
  metaimage: Type.String(),
  deeplink: Type.Union([
    Type.Null(),
    Type.Object({ auto: Type.Boolean(), apple: Type.String(), google: Type.String() }),
  ]),
  parameters: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  variants: Type.Array(Type.Object({ name: Type.String(), weight: Type.Integer(), link: Type.String() })),
  pixels: Type.Array(Type.Integer()),
};

export function toDeliveryRecord(delivery: Delivery) {
  const {
    places = [],
    devices = [],
    languages = [],
    stores,
    parameters = [],
    variants = [],
  }: LinkRules = delivery.rules;
  return {
    location: Object.fromEntries(
      places.map(({ country, region, to }) => [
        [countryTitle(country), region].filter(Boolean).join(', ').toLowerCase(),
        to,
      ]),
    ),
    device: Object.fromEntries(devices.map(({ device, to }) => [device, to])),
    language: Object.fromEntries(languages.map(({ language, to }) => [language, to])),
    type: typeOf(delivery),
    password: delivery.hasPassword,
    disabled: delivery.isDisabled,
    redirectstatus: delivery.status,
    expiredurl: delivery.expiredUrl ?? '',
    clicklimit: delivery.clickLimit,
    passquery: delivery.rules.passesQuery ?? false,
    metatitle: delivery.previewTitle,
    metadescription: delivery.previewDescription,
    metaimage: delivery.previewImage ?? '',
    deeplink: stores
      ? { auto: stores.isAutomatic, apple: stores.apple ?? '', google: stores.google ?? '' }
      : null,
    parameters: parameters.map(({ name, value }) => ({ name, value })),
    variants: variants.map(({ name, weight, to }) => ({ name, weight, link: to })),
    pixels: delivery.pixelIds.map(Number),
  };
}
