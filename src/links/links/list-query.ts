import { Type } from 'typebox';
import type { Static } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import { perPageOf } from '../../platform/http/families/links.ts';

// Taken as they come: beside `short` the others are ignored, whatever they say.
const number = (description: string) =>
  Type.Optional(Type.Unsafe<string>({ type: ['integer', 'string'], description }));

export const ListQuery = Type.Object({
  page: number('Page, from 1'),
  limit: number('Records a page: 15 unless said, at most 100'),
  order: Type.Optional(
    Type.String({ description: 'date (newest first; so unless said) or click (most followed first)' }),
  ),
  short: Type.Optional(
    Type.String({ description: 'A short address: answers with that link alone; the rest is ignored' }),
  ),
});

/** Page, page size and order as asked for; a `Problem` when they make no sense. */
export function readListQuery({ page, limit, order = 'date' }: Static<typeof ListQuery>) {
  if (order !== 'date' && order !== 'click') throw invalid('order', 'order is date or click');
  const perPage = limit === undefined ? undefined : wholeFromOne('limit', limit);
  return { page: wholeFromOne('page', page ?? '1'), perPage: perPageOf(perPage), order } as const;
}

function wholeFromOne(field: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw invalid(field, `${field} is a whole number from 1`);
  return Math.min(number, 1_000_000_000);
}
