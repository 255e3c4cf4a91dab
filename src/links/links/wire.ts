import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import type { Config } from '../../platform/config.ts';
import { idOf, LooseId, looseText, NumberOrText, orBlank, textOf } from '../loose-values.ts';
import type { Tally } from '../clicks/read-statistics.ts';
import { browserName, countryName, referrerName, systemName } from './value-names.ts';
import { shortAddress } from './link.ts';
import type { Link, LinkInput } from './link.ts';
import type { LinkReport } from './read-report.ts';
import type { Tag } from '../tags/tag.ts';
import { splitTags } from '../tags/texts.ts';
import type { Way } from './way.ts';
import { toWayInput, toWayRecord, WayBody, WayRecord } from './way-wire.ts';

export const LinkBody = Type.Object({
  url: Type.String({ description: 'The long address, with http:// or https://' }),
  custom: looseText('The alias: 3 to 49 letters, digits, hyphens and underscores. Blank: a random one'),
  status: orBlank(Type.Enum(['public', 'private'])),
  domain: looseText('A branded domain of yours, with or without scheme. Blank: the service’s own'),
  expiry: looseText('YYYY-MM-DD HH:MM:SS, in UTC'),
  description: looseText('A note of yours'),
  metatitle: looseText('The title, and what stands where the link is shared. Blank: read from the page'),
  metadescription: looseText(
    'What is said of it where the link is shared; the description too, when `description` is blank',
  ),
  channel: orBlank(LooseId, 'A channel of yours to put it into'),
  campaign: orBlank(LooseId, 'A campaign of yours to put it into'),
  tags: orBlank(
    Type.Union([NumberOrText(), Type.Array(NumberOrText())]),
    'Additional. Names of tags, as a list or with commas between, in place of those it has; a new name makes a tag',
  ),
  ...WayBody,
});
export type LinkBody = Static<typeof LinkBody>;

export const LinkRecord = Type.Object({
  id: Type.Integer(),
  alias: Type.String(),
  shorturl: Type.String(),
  longurl: Type.String(),
  clicks: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  date: Type.String(),
});

const Top = Type.Union([Type.Literal(0), Type.Record(Type.String(), Type.Integer())], {
  description: 'Name to count; 0 when there is none',
});

/** The fields of a single link, for `Answer`. */
export const linkDetail = {
  id: Type.Integer(),
  details: Type.Object({
    id: Type.Integer(),
    shorturl: Type.String(),
    longurl: Type.String(),
    title: Type.String(),
    description: Type.String(),
    expiry: Type.Union([Type.String(), Type.Null()]),
    date: Type.String(),
    status: Type.Enum(['public', 'private']),
    tags: Type.Array(Type.String()),
    ...WayRecord,
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
    expiry: textOf(body.expiry),
    channelId: idOf(body.channel),
    campaignId: idOf(body.campaign),
    tags: toTags(body.tags),
    previewTitle: textOf(body.metatitle),
    previewDescription: textOf(body.metadescription),
    ...toWayInput(body),
  };
}

/** Undefined: not said; an empty list: said to be none. */
function toTags(tags: LinkBody['tags']): string[] | undefined {
  if (tags === undefined) return undefined;
  return Array.isArray(tags) ? tags.map(String) : splitTags(textOf(tags) ?? '');
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
});

export function toLinkDetail(
  config: Config,
  { link, tags, way, report }: { link: Link; tags: readonly Tag[]; way: Way; report: LinkReport },
) {
  const id = Number(link.id);
  return {
    id,
    details: {
      id,
      shorturl: shortAddress(config, link),
      longurl: link.url,
      title: link.title,
      description: link.description,
      expiry: link.expiresAt && sqlDate(link.expiresAt),
      date: sqlDate(link.createdAt),
      status: link.visibility,
      tags: tags.map(({ name }) => name),
      ...toWayRecord(way),
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

/** Name to count; the number 0 where there is nothing, as clients of this API have it. */
function toTop(tallies: readonly Tally[], name: (value: string) => string): 0 | Record<string, number> {
  if (tallies.length === 0) return 0;
  return Object.fromEntries(tallies.map(({ value, clicks }) => [name(value), clicks]));
}
