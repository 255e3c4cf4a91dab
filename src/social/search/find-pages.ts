import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { nameMatches } from '../../platform/database/name-matches.ts';
import { isOpenPage } from '../access/is-open-page.ts';
import { pageName } from '../pages/select-pages.ts';

/** A page as it is in a list of what was found. */
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
export async function findPages(app: Pick<App, 'db' | 'files'>, words: readonly string[], limit: number) {
  const all = words.join(' ').toLowerCase();
  if (all === '') return [];
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
    .limit(limit);
  let matching = open.orderBy(sql`lower(page.username) = ${all}`, 'desc').orderBy('page.id');
  for (const condition of nameMatches(pageName, all)) matching = matching.where(condition);
  const exact = await matching.execute();
  const rows =
    exact.length > 0 || all.length < 4
      ? exact
      : await open
          .where(sql<boolean>`search.name(${all}) <% ${pageName}`)
          .orderBy(sql`word_similarity(search.name(${all}), ${pageName})`, 'desc')
          .execute();
  return rows.map(({ picture_small, verified_at, ...page }): FoundPage => ({
    ...page,
    picture: picture_small === null ? null : app.files.address(picture_small),
    isVerified: verified_at !== null,
  }));
}
