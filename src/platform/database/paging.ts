import { type SelectQueryBuilder, sql } from 'kysely';

/**
 * A page of a list with cursor pagination. `next` is the cursor of the next page, undefined on the last one.
 */
export interface CursorPage<Item> {
  items: Item[];
  next: string | undefined;
}

/** A page of a list with page numbers. */
export interface NumberedPage<Item> {
  items: Item[];
  hasMore: boolean;
}

/** The number of a page, from 1, and the rows per page. */
export interface PageNumber {
  page: number;
  perPage: number;
}

export interface PageOfRows<Row> {
  rows: Row[];
  /** Number of rows on all pages. */
  total: number;
}

/**
 * Loads one page of a query's result. `listed` is the query with its order and the columns that only a list
 * shows.
 */
export async function getPage<DB, Tables extends keyof DB, Found, Listed>(
  found: SelectQueryBuilder<DB, Tables, Found>,
  { page, perPage }: PageNumber,
  listed: (query: SelectQueryBuilder<DB, Tables, Found>) => {
    limit(rows: number): { offset(rows: number): { execute(): Promise<Listed[]> } };
  },
): Promise<PageOfRows<Listed>> {
  const rows = await listed(found)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  // A partial page is the last one, unless it is empty because it is past the end.
  const isLast = rows.length < perPage && (rows.length > 0 || page === 1);
  if (isLast) return { rows, total: (page - 1) * perPage + rows.length };
  const counted = found.clearSelect().select(sql<number>`count(*)::float8`.as('total'));
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number };
  return { rows, total };
}
