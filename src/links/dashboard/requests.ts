import { completeUrl } from '../../kernel/text.ts';
import { type Static, Type } from 'typebox';
import type { LinkInput } from '../shorten/options/options.ts';
import { id } from '../owned/api.ts';
import { inUtc } from '../link/fields.ts';
import type { Link } from '../link/link.ts';
import { type LinkFilter, linkStatuses } from '../link/filter.ts';
import { type LinkOrder, linkOrders } from '../link/list-links.ts';
import { parseBound } from '../link/requests.ts';

const day = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` });

/** Filters of the list. */
const Filters = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  tag: Type.Optional(Type.String({ maxLength: 100 })),
  channel: Type.Optional(id),
  campaign: Type.Optional(id),
  domain: Type.Optional(Type.String({ maxLength: 260 })),
  status: Type.Optional(Type.Enum([...linkStatuses])),
  clicks: Type.Optional(Type.Enum(['some', 'none'])),
  from: Type.Optional(day),
  to: Type.Optional(day),
};

/** Query of the list page. Contains its complete state, so that it can be bookmarked. */
export const LinkPageQuery = Type.Object({
  ...Filters,
  sort: Type.Optional(Type.Enum([...linkOrders])),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The link just created or deleted, and the time of a bulk deletion: shown above the list. */
  created: Type.Optional(Type.Integer({ minimum: 1 })),
  deleted: Type.Optional(Type.Integer({ minimum: 1 })),
  gone: Type.Optional(Type.Integer({ minimum: 1, maximum: 8_640_000_000_000_000 })),
});
export type LinkPageQuery = Static<typeof LinkPageQuery>;
export type LinkFilterName = keyof typeof Filters;
export const filterNames = Object.keys(Filters) as LinkFilterName[];

/** Returns the URL of the list with some parameters changed. Defaults are omitted. */
export function listAddress(query: LinkPageQuery, change: Partial<LinkPageQuery> = {}): string {
  const { sort = 'date', order, page = 1, ...rest } = { ...query, ...change };
  const parameters = new URLSearchParams();
  for (const name of filterNames) if (rest[name]) parameters.set(name, String(rest[name]));
  if (sort !== 'date') parameters.set('sort', sort);
  if (order && (order === 'asc') !== startsAscending(sort)) parameters.set('order', order);
  if (page > 1) parameters.set('page', String(page));
  const text = parameters.toString();
  return text ? `/dashboard?${text}` : '/dashboard';
}

/** Aliases start in ascending order, everything else in descending order. */
const startsAscending = (sort: LinkOrder) => sort === 'alias';

export const parseOrder = ({
  sort = 'date',
  order,
}: LinkPageQuery): { order: LinkOrder; ascending: boolean } => ({
  order: sort,
  ascending: order === undefined ? startsAscending(sort) : order === 'asc',
});

export const toLinkFilter = (query: LinkPageQuery): LinkFilter => ({
  search: query.q?.trim(),
  tag: query.tag?.trim(),
  channelId: query.channel === undefined ? undefined : String(query.channel),
  campaignId: query.campaign === undefined ? undefined : String(query.campaign),
  domain: query.domain?.trim(),
  status: query.status,
  isClicked: query.clicks === undefined ? undefined : query.clicks === 'some',
  from: query.from === undefined ? undefined : parseBound('from', query.from, 0),
  before: query.to === undefined ? undefined : parseBound('to', query.to, 1),
});

const FormText = Type.Optional(Type.String());

/**
 * The short form to create or update a link. Fields have the same names as in the API, so that errors refer
 * to them.
 */
export const LinkForm = Type.Object({
  url: Type.String(),
  custom: FormText,
  metatitle: FormText,
  description: FormText,
  expiry: FormText,
  timezone: FormText,
  status: Type.Optional(Type.Enum(['public', 'private'])),
  /** URL of the list to return to after saving. */
  next: FormText,
});

export const linkInputOfForm = (form: Static<typeof LinkForm>): LinkInput => ({
  url: completeUrl(form.url),
  alias: form.custom,
  title: form.metatitle,
  description: form.description,
  visibility: form.status,
  expiry: inUtc(form.expiry, form.timezone),
});

/** Returns the list to return to, or the link's page. Accepts only URLs of the list. */
export const addressAfter = ({ next = '' }: { next?: string }, link: Pick<Link, 'id'>): string =>
  /^\/dashboard(\?[\w=&%+.-]*)?$/.test(next) ? next : `/dashboard/links/${link.id}`;
