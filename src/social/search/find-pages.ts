import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { isOpenPage } from '../pages/is-open.ts';

/** A page as it stands in a list of what was found. */
export interface FoundPage {
  id: string;
  username: string;
  title: string;
  about: string;
  /** Address of its small picture; null: initials are drawn. */
  picture: string | null;
  isVerified: boolean;
}

/** Pages by any part of their names; where none fits, those that are called much alike. */
export async function findPages(app: Pick<App, 'db' | 'files'>, words: readonly string[], most: number) {
  const all = words.join(' ').toLowerCase();
  if (all === '') return [];
  const searchable = sql<string>`lower(page.username || ' ' || page.title)`;
  const open = app.db
    .selectFrom('social.page as page')
    .where(isOpenPage('page'))
    .select([
      'page.id',
      'page.username',
      'page.title',
      'page.about',
      'page.picture_small',
      'page.verified_at',
    ])
    .limit(most);
  let matching = open.orderBy(sql`lower(page.username) = ${all}`, 'desc').orderBy('page.id');
  for (const word of words.slice(0, 5))
    matching = matching.where(searchable, 'like', `%${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`);
  const exact = await matching.execute();
  const rows =
    exact.length > 0 || all.length < 4
      ? exact
      : await open
          .where(sql<boolean>`${all} <% ${searchable}`)
          .orderBy(sql`word_similarity(${all}, ${searchable})`, 'desc')
          .execute();
  return rows.map(({ picture_small, verified_at, ...page }): FoundPage => ({
    ...page,
    picture: picture_small === null ? null : app.files.address(picture_small),
    isVerified: verified_at !== null,
  }));
}
