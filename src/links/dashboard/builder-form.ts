import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { LinkInput } from '../links/link-input.ts';
import { completeUrl } from '../typed-address.ts';
import { inUtc } from '../record/fields/expiry.ts';
import { splitTags } from '../tags/tags.ts';
import { parametersOf, rowFields, rowsOf, toState, utmNames, type ListName } from './builder-state.ts';

const text = Type.Optional(Type.String({ maxLength: 10_000 }));
const list = Type.Optional(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 100 }));

const rowNames = (Object.keys(rowFields) as ListName[]).flatMap((name) =>
  rowFields[name].map((field) => `${name}_${field}`),
);

/** All fields of a link's form, with the same names as in the API where it has them. */
export const BuilderForm = Type.Object({
  url: Type.Optional(Type.String()),
  domain: text,
  custom: text,
  metatitle: text,
  description: text,
  tags: text,
  channel: text,
  campaign: text,
  status: Type.Optional(Type.Enum(['public', 'private'])),
  previewtitle: text,
  previewdescription: text,
  metaimage: text,
  expiry: text,
  timezone: text,
  clicklimit: text,
  expiredurl: text,
  password: text,
  nopassword: text,
  type: text,
  redirectstatus: text,
  apple: text,
  google: text,
  automatic: text,
  passquery: text,
  act: text,
  next: text,
  pixel: list,
  ...Object.fromEntries(Object.keys(utmNames()).map((name) => [name, text])),
  ...Object.fromEntries(rowNames.map((name) => [name, list])),
});
export type BuilderForm = Static<typeof BuilderForm> & Readonly<Record<string, unknown>>;

/** Converts a link's form to its input. An empty field clears the value. */
export function toBuilderInput(form: BuilderForm): LinkInput {
  const state = toState(form);
  return {
    url: completeUrl(form.url ?? ''),
    domain: form.domain,
    alias: form.custom,
    title: form.metatitle ?? '',
    description: form.description ?? '',
    visibility: form.status,
    expiry: inUtc(form.expiry ?? '', form.timezone),
    channelId: blankToUndefined(form.channel),
    campaignId: blankToUndefined(form.campaign),
    tags: splitTags(form.tags ?? ''),
    type: form.type ?? '',
    // An empty field keeps the current password, because forms cannot show it.
    password: form.nopassword === undefined ? blankToUndefined(form.password) : null,
    previewTitle: form.previewtitle ?? '',
    previewDescription: form.previewdescription ?? '',
    previewImage: completeUrl(form.metaimage ?? ''),
    places: rowsOf(state, 'geo').map(({ location, region, link }) => ({
      location,
      state: region,
      link: completeUrl(link),
    })),
    devices: rowsOf(state, 'device').map((row) => ({ ...row, link: completeUrl(row.link) })),
    languages: rowsOf(state, 'language').map((row) => ({ ...row, link: completeUrl(row.link) })),
    stores: { apple: typed(form.apple), google: typed(form.google), auto: form.automatic !== undefined },
    parameters: parametersOf(state),
    variants: rowsOf(state, 'variant').map(({ name, weight, link }) => ({
      name,
      link: completeUrl(link),
      weight: Number(weight),
    })),
    passesQuery: form.passquery !== undefined,
    pixelIds: form.pixel ?? [],
    clickLimit: form.clicklimit?.trim() ? Number(form.clicklimit) : null,
    expiredUrl: completeUrl(form.expiredurl ?? ''),
    status: form.redirectstatus?.trim() ? Number(form.redirectstatus) : null,
  };
}

const typed = (text: string | undefined) => (text === undefined ? undefined : completeUrl(text));

const blankToUndefined = (text: string | undefined) => (text === '' ? undefined : text);
