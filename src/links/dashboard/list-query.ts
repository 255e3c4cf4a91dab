import { Type } from 'typebox';
import type { Static } from 'typebox';

/** The address of the list page: everything about what it shows is in there, so that it can be bookmarked. */
export const ListQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  sort: Type.Optional(Type.Union([Type.Literal('date'), Type.Literal('click')])),
  order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The link just made, resp. deleted: shown above the list. */
  made: Type.Optional(Type.Integer({ minimum: 1 })),
  deleted: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type ListQuery = Static<typeof ListQuery>;

/** The address of the list with some of it changed; what is at its default is left out. */
export function listAddress(query: ListQuery, change: Partial<ListQuery> = {}): string {
  const { q, sort, order, page } = { ...query, ...change };
  const parameters = new URLSearchParams();
  if (q) parameters.set('q', q);
  if (sort && sort !== 'date') parameters.set('sort', sort);
  if (order === 'asc') parameters.set('order', order);
  if (page && page > 1) parameters.set('page', String(page));
  const text = parameters.toString();
  return text ? `/dashboard?${text}` : '/dashboard';
}
