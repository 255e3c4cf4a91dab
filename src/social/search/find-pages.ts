import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import { nameMatches } from '../../platform/database/queries.ts';
import { isOpenPage } from '../access/page.ts';
import { pageName } from '../pages/reading.ts';

/** A page in search results. */
export interface FoundPage {
  id: string;
  username: string;
  title: string;
  about: string;
  /** URL of the small picture. Null to draw initials. */
  picture: string | null;
  isVerified: boolean;
}

/** Finds pages by any part of their name, or else pages with similar names. */
export function pagesNamed(
  { db }: Pick<App, 'db'>,
  words: readonly string[],
  limit: number,
): RawBuilder<PageRow> {
  const all = words.join(' ').toLowerCase();
  const open = db
    .selectFrom('social.page as page')
    .where(isOpenPage('page'))
    .select([sql<string>`page.id::text`.as('id'), 'page.username', 'page.title', 'page.about'])
    .select(['page.picture_small', sql<boolean>`page.verified_at is not null`.as('verified')])
    .limit(limit);
  if (all === '') return sql`${open.where(sql<boolean>`false`)}`;
  let matching = open.orderBy(sql`lower(page.username) = ${all}`, 'desc').orderBy('page.id');
  for (const condition of nameMatches(pageName, all)) matching = matching.where(condition);
  if (all.length < 4) return sql`${matching}`;
  const alike = open
    .where(sql<boolean>`search.name(${all}) <% ${pageName}`)
    .where(sql<boolean>`not exists (select from exact)`)
    .orderBy(sql`word_similarity(search.name(${all}), ${pageName})`, 'desc');
  return sql`(with exact as materialized (${matching})
    select * from exact union all select * from (${alike}) as alike)`;
}

export interface PageRow {
  id: string;
  username: string;
  title: string;
  about: string;
  picture_small: string | null;
  verified: boolean;
}

export const toFoundPage = (
  { files }: Pick<App, 'files'>,
  { picture_small, verified, ...page }: PageRow,
): FoundPage => ({
  ...page,
  picture: picture_small === null ? null : files.address(picture_small),
  isVerified: verified,
});

export async function findPages(
  app: Pick<App, 'db' | 'files'>,
  words: readonly string[],
  limit: number,
): Promise<FoundPage[]> {
  const { rows } = await pagesNamed(app, words, limit).execute(app.db);
  return rows.map((row) => toFoundPage(app, row));
}
