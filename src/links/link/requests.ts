import { type Static, Type } from 'typebox';
import { invalid, msg } from '../../kernel/problem.ts';
import { perPageOf } from '../../platform/http/families/links.ts';
import { type LinkFilter, linkStatuses } from './filter.ts';
import { type LinkOrder, linkOrders } from './list-links.ts';
import { maxFound } from './search-links.ts';

// Not validated here: with `short`, the other parameters are ignored even if invalid.
const number = (description: string) =>
  Type.Optional(Type.Unsafe<string>({ type: ['integer', 'string'], description }));
const text = (description: string) => Type.Optional(Type.String({ description }));

export const LinksQuery = Type.Object({
  page: number('Page, from 1'),
  limit: number('Records per page, at most 1,000. Defaults to 15'),
  order: text(
    'date (newest first, the default) or click (most clicks first). Additions to the specification: last (most recently clicked first) and alias. Append -asc or -desc to set the direction',
  ),
  short: text('A short URL. Returns only that link and ignores all other parameters'),
  external_id: text(
    'Extension. Your own id of a link. Returns only that link and ignores all other parameters',
  ),
  q: text(
    `Extension. Part of an alias, title or destination URL. Finds at most the newest ${maxFound} links that match`,
  ),
  tag: text('Extension. Name of one of your tags'),
  channel: number('Extension. ID of one of your channels'),
  campaign: number('Extension. ID of one of your campaigns'),
  domain: text('Extension. A branded domain, with or without scheme. own: the domain of the service'),
  from: text('Extension. Created on or after this day or time, in UTC: YYYY-MM-DD or YYYY-MM-DD HH:MM:SS'),
  to: text('Extension. Created on or before this day or time, in UTC'),
  status: text(`Extension. ${linkStatuses.join(', ')}`),
});

/** Parses page, page size, order and filter. Throws a `Problem` if they are invalid. */
export function parseListQuery(query: Static<typeof LinksQuery>) {
  const { page, limit } = query;
  const perPage = limit === undefined ? undefined : wholeFromOne('limit', limit);
  return {
    page: wholeFromOne('page', page ?? '1'),
    perPage: perPageOf(perPage),
    filter: parseFilter(query),
    ...parseOrder(query.order ?? 'date'),
  };
}

/** Blank filters count as omitted. */
function parseFilter(query: Static<typeof LinksQuery>): LinkFilter {
  const status = linkStatuses.find((status) => status === query.status);
  if (query.status && !status)
    throw invalid(
      'status',
      msg('status must be one of {linkStatuses}', { linkStatuses: linkStatuses.join(', ') }),
    );
  if ((query.q ?? '').length > 200) throw invalid('q', msg('q can have at most 200 characters'));
  return {
    search: query.q?.trim(),
    tag: query.tag?.trim(),
    channelId: query.channel ? String(wholeFromOne('channel', query.channel)) : undefined,
    campaignId: query.campaign ? String(wholeFromOne('campaign', query.campaign)) : undefined,
    domain: query.domain
      ?.trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, ''),
    status,
    from: query.from ? parseBound('from', query.from, 0) : undefined,
    before: query.to ? parseBound('to', query.to, 1) : undefined,
  };
}

function parseOrder(text: string): { order: LinkOrder; ascending: boolean } {
  const [, name, direction] = /^(\w+?)(?:[-_ ](asc|desc))?$/.exec(text) ?? [];
  const order = linkOrders.find((order) => order === name);
  if (!order)
    throw invalid(
      'order',
      msg('order must be one of {linkOrders}, followed by -asc or -desc', {
        linkOrders: linkOrders.join(', '),
      }),
    );
  // Aliases start in ascending order, everything else in descending order.
  return { order, ascending: direction === undefined ? order === 'alias' : direction === 'asc' };
}

/**
 * Parses a day or time in UTC. With `ends` 1, returns the first moment after it, so that the whole day is
 * included.
 */
export function parseBound(field: string, text: string, ends: 0 | 1): Date {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)Z?)?$/.exec(text.trim()) ?? [];
  const at = new Date(`${day ?? ''}T${time ?? '00:00'}Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw invalid(
      field,
      msg('{field} must be a day or a time: YYYY-MM-DD or YYYY-MM-DD HH:MM:SS', { field }),
    );
  return new Date(at.getTime() + ends * (time === undefined ? 86_400_000 : 1000));
}

function wholeFromOne(field: string, text: string | number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw invalid(field, msg('{field} must be a whole number of at least 1', { field }));
  return Math.min(number, 1_000_000_000);
}
