import { sql } from 'kysely';
import { missing, msg } from '../../kernel/problem.ts';
import { parseTime, toLocal } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import { allOptions, type OptionRow, toForm, toStored } from '../shorten/options/options.ts';
import { type Typed, utmParameters } from '../shorten/options/typed.ts';
import { getTimeZone } from '../owned/time-zone.ts';
import { siteName } from '../link/fields.ts';
import type { Link, Visibility } from '../link/link.ts';
import { type ModerationState, toModerationState } from '../safety/assessment.ts';
import type { StatisticsSubject } from '../statistics/subject.ts';

/** State of the full link form. */
export interface BuilderState extends FormState, Pick<Typed, 'lists'> {
  /** Number of empty rows at the end of each list. */
  spare: number;
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
      return utmParameters.find((name) => values[name] && quotedIn(message).includes(name)) ?? field;
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

type Row = OptionRow & {
  id: string;
  createdAt: Date;
  domain: string | null;
  publicAt: Date | null;
  held_for: string | null;
  held_at: Date | null;
  suspended_at: Date | null;
  url: string;
  alias: string;
  host: string | null;
  title: string;
  description: string;
  visibility: Visibility;
  externalId: string | null;
  campaign_id: string | null;
  tags: string[];
  channels: string[];
};

/** Loads one of the viewer's links as form state. */
export const getBuilderState = async (
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<BuilderState> => inWorkspaceZone(app, viewer, stateOfRow(await getRow(app, viewer, id)));

/** Shows the expiry in the zone of the workspace, and selects it for a new one. */
export async function inWorkspaceZone(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  state: BuilderState,
): Promise<BuilderState> {
  const { expiry = '', timezone = '' } = state.values ?? {};
  const zone = timezone === '' ? await getTimeZone(app, viewer) : undefined;
  if (zone === undefined) return state;
  const at = expiry === '' ? undefined : parseTime(expiry, 'UTC');
  const local = at && toLocal(at, zone).toISOString().slice(0, 16);
  return { ...state, values: { ...state.values, timezone: zone, ...(local && { expiry: local }) } };
}

/** The form of a new link like another one, but for what only one link can have and what forms cannot show. */
export async function getCopy(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<BuilderState> {
  const state = await getBuilderState(app, viewer, id);
  const own = ['custom', 'locked', 'off', 'channels'];
  const values = Object.fromEntries(
    Object.entries(state.values ?? {}).filter(([name]) => !own.includes(name)),
  );
  return { ...state, values };
}

/** Like `getBuilderState`, and also returns the link as the subject of statistics, and its moderation standing. */
export async function getLinkWithState(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  linkId: string,
): Promise<{ link: Link & StatisticsSubject; state: BuilderState; standing: ModerationState }> {
  const row = await getRow(app, viewer, linkId);
  const { id, domain, alias, url, title, description, visibility, externalId, createdAt, publicAt } = row;
  const link = {
    ...{ id, domain, alias, url, title, description, visibility, externalId, createdAt, publicAt },
    expiresAt: toStored(row).expiry,
    purpose: 'link' as const,
  };
  return { link, state: stateOfRow(row), standing: toModerationState(row) };
}

async function getRow({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select link.id, link.created_at as "createdAt", domain.scheme || '://' || domain.host as domain,
      link.statistics_public_at as "publicAt", link.held_for, link.held_at, link.suspended_at,
      link.url, link.alias, domain.host, link.title, link.description, link.visibility, link.external_id as "externalId", link.campaign_id,
      array(select tag.name from links.link_tag join links.tag on tag.id = link_tag.tag_id
        where link_tag.link_id = link.id and tag.deleted_at is null order by lower(tag.name)) as tags,
      array(select channel.name from links.channel_link join links.channel on channel.id = channel_link.channel_id
        where channel_link.link_id = link.id and channel.deleted_at is null order by lower(channel.name)) as channels,
      ${allOptions}
    from links.link left join links.domain on domain.id = link.domain_id
    where link.id = ${id} and link.account_id = ${viewer.id} and link.deleted_at is null and link.purpose = 'link'`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw missing(msg('Link'));
  return row;
}

function stateOfRow(row: Row): BuilderState {
  const { values, lists } = toForm(toStored(row));
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
      ...values,
    },
    lists,
  };
}
