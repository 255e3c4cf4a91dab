import { sql } from 'kysely';
import { missing } from '../../kernel/problem.ts';
import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { FormState } from '../../web/form.ts';
import { type Delivery, typeOf } from '../shorten/options/delivery.ts';
import { siteName } from '../link/fields.ts';
import type { Link, Visibility } from '../link/link.ts';
import { countryLabel } from '../redirect/targeting/country.ts';
import type { LinkRules } from '../redirect/targeting/targets.ts';
import { type ModerationState, toStanding } from '../safety/assessment.ts';
import type { Subject } from '../statistics/subject.ts';

/** State of the full link form: single fields, and lists whose columns are parallel arrays. */
export interface BuilderState extends FormState {
  lists: Readonly<Record<string, readonly string[]>>;
  /** Number of empty rows at the end of each list. */
  spare: number;
}

/** The lists and the columns of their rows. Fields are named `geo_location[]` and so on. */
export const rowFields = {
  geo: ['location', 'region', 'link'],
  device: ['device', 'link'],
  language: ['language', 'link'],
  parameter: ['name', 'value'],
  variant: ['name', 'weight', 'link'],
} as const;
export type ListName = keyof typeof rowFields;
type RowOf<L extends ListName> = Record<(typeof rowFields)[L][number], string>;

/** UTM parameters and their labels. */
export const utmNames = () =>
  ({
    utm_source: t('Source'),
    utm_medium: t('Medium'),
    utm_campaign: t('Campaign'),
    utm_term: t('Term'),
    utm_content: t('Content'),
  }) as const;

/** Returns the non-empty rows of a list. */
export function rowsOf<L extends ListName>(state: Pick<BuilderState, 'lists'>, list: L): RowOf<L>[] {
  const columns = rowFields[list].map((field) => [field, state.lists[`${list}_${field}`] ?? []] as const);
  const length = Math.max(...columns.map(([, values]) => values.length));
  return Array.from(
    { length },
    (_, at) =>
      Object.fromEntries(columns.map(([field, values]) => [field, values[at]?.trim() ?? ''])) as RowOf<L>,
  ).filter((row) => Object.values(row).some(Boolean));
}

/** Converts rows to form fields, the inverse of `rowsOf`. */
export const toLists = <L extends ListName>(
  list: L,
  rows: readonly Partial<RowOf<L>>[],
): Record<string, string[]> =>
  Object.fromEntries(
    rowFields[list].map((field) => [
      `${list}_${field}`,
      rows.map((row) => (row as Record<string, string | undefined>)[field] ?? ''),
    ]),
  );

/** Returns the parameters from the UTM tag builder and from the list below it. */
export function parametersOf({ values = {}, lists }: BuilderState): { name: string; value: string }[] {
  const tags = Object.keys(utmNames()).flatMap((name) => {
    const value = values[name]?.trim();
    return value ? [{ name, value }] : [];
  });
  return [...tags, ...rowsOf({ lists }, 'parameter')];
}

/** Converts the submitted values to form state. */
export function toState(
  body: Readonly<Record<string, unknown>>,
  problem?: { field: string; message: string },
): BuilderState {
  const values: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) lists[name] = value.map(String);
    else if (typeof value === 'string' || typeof value === 'number') values[name] = String(value);
  }
  return { values, lists, spare: 3, ...(problem && toErrors(problem, values)) };
}

/** What a message quotes, in the quotation marks of any language. */
export const quotedIn = (message: string): string[] =>
  [...message.matchAll(/[“„«]([^“”„«»]*)[”“»]/g)].map(([, quoted = '']) => quoted.trim());

type Texts = Readonly<Record<string, string>>;

const toErrors = ({ field, message }: { field: string; message: string }, values: Texts): FormState =>
  field ? { errors: { [shownAt(field, message, values)]: message } } : { message };

/** The field of this form for what has another name in the API, or several fields here. */
function shownAt(field: string, message: string, values: Texts): string {
  switch (field) {
    case 'parameters':
      return (
        Object.keys(utmNames()).find((name) => values[name] && quotedIn(message).includes(name)) ?? field
      );
    case 'deeplink':
      return isWebAddress(values.apple ?? '') ? 'google' : 'apple';
    case 'metadescription':
      return 'previewdescription';
    case 'metatitle':
      return (values.previewtitle ?? '').length > (values.metatitle ?? '').length ? 'previewtitle' : field;
    default:
      return field;
  }
}

const isWebAddress = (text: string) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? '');

interface Row {
  id: string;
  created_at: Date;
  domain: string | null;
  statistics_public_at: Date | null;
  held_for: string | null;
  held_at: Date | null;
  suspended_at: Date | null;
  url: string;
  alias: string;
  host: string | null;
  title: string;
  description: string;
  visibility: Visibility;
  kind: Delivery['kind'];
  status: number;
  splash_id: string | null;
  overlay_id: string | null;
  expires_at: Date | null;
  click_limit: number | null;
  expired_url: string | null;
  is_locked: boolean;
  is_off: boolean;
  preview_title: string;
  preview_description: string;
  preview_image: string | null;
  rules: LinkRules;
  campaign_id: string | null;
  tags: string[];
  pixels: string[];
  channels: string[];
}

/** Loads one of the viewer's links as form state. */
export const getState = async (
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<BuilderState> => stateOfRow(await getRow(app, viewer, id));

/** Like `getState`, and also returns the link as the subject of statistics, and its moderation standing. */
export async function getLinkWithState(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  linkId: string,
): Promise<{ link: Link & Subject; state: BuilderState; standing: ModerationState }> {
  const row = await getRow(app, viewer, linkId);
  const { id, domain, alias, url, title, description, visibility } = row;
  const link = {
    ...{ id, domain, alias, url, title, description, visibility },
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    publicAt: row.statistics_public_at,
    purpose: 'link' as const,
  };
  return { link, state: stateOfRow(row), standing: toStanding(row) };
}

async function getRow({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select link.id, link.created_at, domain.scheme || '://' || domain.host as domain, link.statistics_public_at,
      link.held_for, link.held_at, link.suspended_at, link.url, link.alias, domain.host, link.title, link.description, link.visibility, link.kind, link.status,
      link.splash_id, link.overlay_id, link.expires_at, link.click_limit, link.expired_url,
      link.password_hash is not null as is_locked, link.disabled_at is not null as is_off,
      link.preview_title, link.preview_description, link.preview_image, link.rules, link.campaign_id,
      array(select tag.name from links.link_tag join links.tag on tag.id = link_tag.tag_id
        where link_tag.link_id = link.id and tag.deleted_at is null order by lower(tag.name)) as tags,
      array(select channel.name from links.channel_link join links.channel on channel.id = channel_link.channel_id
        where channel_link.link_id = link.id and channel.deleted_at is null order by lower(channel.name)) as channels,
      array(select pixel_id::text from links.link_pixel where link_id = link.id order by pixel_id) as pixels
    from links.link left join links.domain on domain.id = link.domain_id
    where link.id = ${id} and link.account_id = ${viewer.id} and link.deleted_at is null and link.purpose = 'link'`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw missing(t('Link'));
  return row;
}

function stateOfRow(row: Row): BuilderState {
  const { rules } = row;
  const { parameters = [] } = rules;
  const utm = new Map(
    parameters.filter(({ name }) => name in utmNames()).map(({ name, value }) => [name, value]),
  );
  return {
    spare: 1,
    values: {
      url: row.url,
      domain: row.host ?? '',
      custom: row.alias,
      metatitle: row.title === siteName(row.url) ? '' : row.title,
      description: row.description,
      tags: row.tags.join(', '),
      channels: row.channels.join(', '),
      campaign: row.campaign_id ?? '',
      status: row.visibility,
      previewtitle: row.preview_title,
      previewdescription: row.preview_description,
      metaimage: row.preview_image ?? '',
      expiry: row.expires_at?.toISOString().slice(0, 19),
      clicklimit: row.click_limit === null ? '' : String(row.click_limit),
      expiredurl: row.expired_url ?? '',
      locked: row.is_locked ? 'on' : undefined,
      off: row.is_off ? 'on' : undefined,
      type: typeOf({ kind: row.kind, splashId: row.splash_id, overlayId: row.overlay_id }),
      redirectstatus: String(row.status),
      apple: rules.stores?.apple,
      google: rules.stores?.google,
      automatic: rules.stores?.isAutomatic ? 'on' : undefined,
      passquery: rules.passesQuery ? 'on' : undefined,
      ...Object.fromEntries(utm),
    },
    lists: {
      pixel: row.pixels,
      ...toLists(
        'geo',
        (rules.places ?? []).map(({ country, region, to }) => ({
          location: countryLabel(country),
          region: region ?? '',
          link: to,
        })),
      ),
      ...toLists(
        'device',
        (rules.devices ?? []).map(({ device, to }) => ({ device, link: to })),
      ),
      ...toLists(
        'language',
        (rules.languages ?? []).map(({ language, to }) => ({ language, link: to })),
      ),
      ...toLists(
        'parameter',
        parameters.filter(({ name }) => !utm.has(name)),
      ),
      ...toLists(
        'variant',
        (rules.variants ?? []).map(({ name, weight, to }) => ({ name, weight: String(weight), link: to })),
      ),
    },
  };
}
