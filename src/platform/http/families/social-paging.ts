import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { invalid } from '../../../kernel/problem.ts';
import { envelope } from './social.ts';

/**
 * Paging of the additional lists: `after` takes the `next_cursor` of the previous page. Cursors are opaque to
 * clients.
 */
export const After = {
  after: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_.-]{1,60}$',
      description: 'The next_cursor of the previous page. Omit it for the first page',
    }),
  ),
};

export interface NextPage {
  has_more: boolean;
  next_cursor: string | null;
}

const next = {
  next_cursor: Type.Union([Type.String(), Type.Null()], {
    description: 'Send it as `after` to get the next page. Null on the last page',
  }),
};

/** The success envelope around a page of a list. */
export function PageEnvelope<T extends TSchema>(data: T) {
  return Type.Unsafe<{ data: Static<T>; message?: string } & NextPage>(envelope({ data, ...next }));
}

/** Parses a cursor to a page number, from 0. Throws a `Problem` if it is invalid or exceeds `max`. */
export function pageAfter(after: string | undefined, max = 10_000): number {
  if (after === undefined) return 0;
  const [, digits] = /^page:([1-9]\d{0,7})$/.exec(Buffer.from(after, 'base64url').toString()) ?? [];
  const page = Number(digits);
  if (!(page <= max)) throw notACursor();
  return page;
}

export const notACursor = () => invalid('after', t('after must be the next_cursor of an earlier page'));

/** The next cursor of a list with page numbers. */
export const nextPage = (page: number, hasMore: boolean): NextPage => ({
  has_more: hasMore,
  next_cursor: hasMore ? Buffer.from(`page:${page + 1}`).toString('base64url') : null,
});

/** The next cursor of a list with keyset pagination. */
export const nextPlace = (place: string | undefined): NextPage => ({
  has_more: place !== undefined,
  next_cursor: place ?? null,
});
