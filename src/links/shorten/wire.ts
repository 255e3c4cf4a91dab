import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { inLanguage, sourceLanguage } from '../../web/translation/languages.ts';
import type { Config } from '../../platform/settings/config.ts';
import { browserName, countryName, referrerName, systemName } from '../clicks/statistics/names.ts';
import type { Tally } from '../clicks/statistics/statistics.ts';
import { type Link, shortAddress } from '../link/link.ts';
import { looseId, NumberOrDigits, looseText, NumberOrText, orBlank, textOf } from '../loose-values.ts';
import type { ModerationState } from '../safety/assessment.ts';
import { warningOf } from '../safety/rules.ts';
import { splitTagNames, type Tag } from '../tags/tags.ts';
import { bodyOf, bodyOptions, optionBody, optionRecord, recordOf, toRecord } from './options/options.ts';
import type { LinkInput, StoredOptions } from './options/options.ts';
import type { LinkGroups, LinkFigures } from './reading.ts';

const details = {
  url: Type.String({ description: 'The destination URL, with http:// or https://' }),
  custom: looseText('The alias: 3 to 49 letters, digits, hyphens and underscores. Blank: a random one'),
  status: orBlank(Type.Enum(['public', 'private'])),
  domain: looseText('One of your branded domains, with or without scheme. Blank: the default domain'),
  description: looseText('Note, visible only to you'),
  channel: orBlank(
    NumberOrDigits,
    'ID of one of your channels. On update, blank removes the link from its channels',
  ),
  campaign: orBlank(
    NumberOrDigits,
    'ID of one of your campaigns. On update, blank removes the link from its campaign',
  ),
  tags: orBlank(
    Type.Union([NumberOrText(), Type.Array(NumberOrText())]),
    'Extension. Tag names, as a list or separated by commas. Replaces the current tags and creates new ones',
  ),
  external_id: looseText(
    'Extension. Your own id of the link, unique in your account, at most 255 characters. On update, blank removes it',
  ),
  utmtemplate: orBlank(
    NumberOrDigits,
    'Extension. ID of one of your UTM templates, whose parameters are added. Those in `parameters` take precedence',
  ),
};
const { url, custom, status, domain, description, external_id, utmtemplate, ...groups } = details;

export type LinkBody = Static<TObject<typeof details>> & Readonly<Record<string, unknown>>;
/** With all options, those that clients have known longer first. */
export const LinkBody = Type.Unsafe<LinkBody>(
  Type.Object(
    {
      ...{ url, custom, status, domain, ...bodyOf('expiry'), description },
      ...bodyOf('previewTitle', 'previewDescription'),
      ...groups,
      ...optionBody,
      utmtemplate,
      external_id,
    },
    { title: 'LinkBody' },
  ),
);

/** What differs in a copy of a link. */
export type LinkChange = Partial<LinkBody>;
export const LinkChange = Type.Unsafe<LinkChange>(
  Type.Object({ ...optionBody, ...details, url: Type.Optional(url) }, { title: 'LinkChange' }),
);

const externalId = Type.Union([Type.String(), Type.Null()], {
  description: 'Extension. Your own id of the link',
});

export const LinkRecord = Type.Object(
  {
    id: Type.Integer(),
    alias: Type.String(),
    shorturl: Type.String(),
    longurl: Type.String(),
    clicks: Type.Integer(),
    title: Type.String(),
    description: Type.String(),
    date: Type.String(),
    external_id: Type.Optional(
      Type.String({ description: 'Extension. Your own id of the link, if it has one' }),
    ),
  },
  { title: 'Link' },
);

const Top = Type.Union([Type.Literal(0), Type.Record(Type.String(), Type.Integer())], {
  description: 'Clicks by name, or 0 if there are none',
});

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const standingFields = {
  held: Type.Boolean({
    description: 'Extension. Whether visitors see a warning until an operator has reviewed the link',
  }),
  reason: Type.String({
    description: 'Extension. What visitors are warned of, or blank if the link is not held',
  }),
};

/** Response fields when creating or updating a link. Present only if the link is held. */
export const heldFields = {
  held: Type.Optional(standingFields.held),
  reason: Type.Optional(standingFields.reason),
};

const toStanding = ({ heldFor }: ModerationState) => ({
  held: heldFor !== null,
  reason: heldFor === null ? '' : warningOf(heldFor).title,
});

export const toHeld = (standing: ModerationState) => (standing.heldFor === null ? {} : toStanding(standing));

/** Response fields of a single link. */
export const linkDetail = {
  id: Type.Integer(),
  details: Type.Object({
    id: Type.Integer(),
    shorturl: Type.String(),
    longurl: Type.String(),
    title: Type.String(),
    description: Type.String(),
    ...recordOf('expiry'),
    date: Type.String(),
    status: Type.Enum(['public', 'private']),
    domain: Type.String({ description: 'Extension. Scheme and host' }),
    channel: orNull(Type.Integer(), 'Extension. ID of the channel that the link was added to last'),
    channelname: orNull(Type.String(), 'Extension. Name of that channel'),
    campaign: orNull(Type.Integer(), 'Extension. ID of the campaign'),
    campaignname: orNull(Type.String(), 'Extension. Name of the campaign'),
    ...standingFields,
    tags: Type.Array(Type.String()),
    external_id: externalId,
    ...optionRecord,
  }),
  data: Type.Object({
    clicks: Type.Integer(),
    uniqueClicks: Type.Integer(),
    topCountries: Top,
    topReferrers: Top,
    topBrowsers: Top,
    topOs: Top,
    socialCount: Type.Record(Type.String(), Type.Integer()),
  }),
};

export function toLinkInput(body: LinkBody): LinkInput {
  const { status } = body;
  const notes = [textOf(body.description), textOf(body.metadescription)];
  return {
    url: body.url,
    domain: textOf(body.domain),
    alias: textOf(body.custom),
    title: textOf(body.metatitle),
    description: notes.find(Boolean) ?? notes.find((note) => note !== undefined),
    visibility: status === 'public' || status === 'private' ? status : undefined,
    externalId: textOf(body.external_id),
    channelId: groupOf(body.channel),
    campaignId: groupOf(body.campaign),
    tags: toTags(body.tags),
    utmTemplateId: looseId(body.utmtemplate),
    ...bodyOptions(body),
  };
}

/** Undefined: omitted. Null: explicitly none. */
const groupOf = (value: LinkBody['channel']): string | null | undefined =>
  value === undefined ? undefined : (looseId(value) ?? null);

/** Undefined: omitted. An empty list: explicitly none. */
function toTags(tags: LinkBody['tags']): string[] | undefined {
  if (tags === undefined) return undefined;
  return Array.isArray(tags) ? tags.map(String) : splitTagNames(textOf(tags) ?? '');
}

export const toLinkRecord = (config: Config, link: Link & { clicks: number }): Static<typeof LinkRecord> => ({
  id: Number(link.id),
  alias: link.alias,
  shorturl: shortAddress(config, link),
  longurl: link.url,
  clicks: link.clicks,
  title: link.title,
  description: link.description,
  date: sqlDate(link.createdAt),
  ...(link.externalId !== null && { external_id: link.externalId }),
});

interface DetailParts {
  link: Link;
  tags: readonly Tag[];
  options: StoredOptions;
  report: LinkFigures;
  groups: LinkGroups;
  standing: ModerationState;
}

export function toLinkDetail(config: Config, { link, tags, options, report, groups, standing }: DetailParts) {
  const id = Number(link.id);
  return {
    id,
    details: {
      id,
      shorturl: shortAddress(config, link),
      longurl: link.url,
      title: link.title,
      description: link.description,
      date: sqlDate(link.createdAt),
      status: link.visibility,
      domain: link.domain ?? config.hopUrl,
      channel: groups.channel && Number(groups.channel.id),
      channelname: groups.channel?.name ?? null,
      campaign: groups.campaign && Number(groups.campaign.id),
      campaignname: groups.campaign?.name ?? null,
      ...toStanding(standing),
      tags: tags.map(({ name }) => name),
      external_id: link.externalId,
      ...toRecord(options),
    },
    data: {
      clicks: report.clicks,
      uniqueClicks: report.uniques,
      topCountries: toTop(report.countries, countryName),
      topReferrers: toTop(report.referrers, referrerName),
      topBrowsers: toTop(report.browsers, browserName),
      topOs: toTop(report.systems, systemName),
      socialCount: { ...report.networks },
    },
  };
}

/** Maps English names to counts. Returns the number 0 if there are none, as clients expect. */
function toTop(tallies: readonly Tally[], name: (value: string) => string): 0 | Record<string, number> {
  if (tallies.length === 0) return 0;
  return inLanguage(sourceLanguage, () =>
    Object.fromEntries(tallies.map(({ value, clicks }) => [name(value), clicks])),
  );
}
