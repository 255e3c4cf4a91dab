import { Type } from 'typebox';
import type { Static } from 'typebox';
import { parseTime } from '../record/requests/list-query.ts';
import { linkStatuses, type LinkFilter } from '../record/listing/link-filter.ts';
import { linkOrders, type LinkOrder } from '../record/listing/link-order.ts';
import { id } from '../owned/api.ts';

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
export const ListQuery = Type.Object({
  ...Filters,
  sort: Type.Optional(Type.Enum([...linkOrders])),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The link just created or deleted, and the time of a bulk deletion: shown above the list. */
  created: Type.Optional(Type.Integer({ minimum: 1 })),
  deleted: Type.Optional(Type.Integer({ minimum: 1 })),
  gone: Type.Optional(Type.Integer({ minimum: 1, maximum: 8_640_000_000_000_000 })),
});
export type ListQuery = Static<typeof ListQuery>;
export type FilterName = keyof typeof Filters;
export const filterNames = Object.keys(Filters) as FilterName[];

/** Returns the URL of the list with some parameters changed. Defaults are omitted. */
export function listAddress(query: ListQuery, change: Partial<ListQuery> = {}): string {
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
}: ListQuery): { order: LinkOrder; ascending: boolean } => ({
  order: sort,
  ascending: order === undefined ? startsAscending(sort) : order === 'asc',
});

export const toFilter = (query: ListQuery): LinkFilter => ({
  search: query.q?.trim(),
  tag: query.tag?.trim(),
  channelId: query.channel === undefined ? undefined : String(query.channel),
  campaignId: query.campaign === undefined ? undefined : String(query.campaign),
  domain: query.domain?.trim(),
  status: query.status,
  isClicked: query.clicks === undefined ? undefined : query.clicks === 'some',
  from: query.from === undefined ? undefined : parseTime('from', query.from, 0),
  before: query.to === undefined ? undefined : parseTime('to', query.to, 1),
});
