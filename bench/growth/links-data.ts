import type pg from 'pg';
import { addClickedLink, addLinks } from '../statistics-data.ts';
import type { Size } from './open-world.ts';
import { withoutIndexes } from './without-indexes.ts';

const linksOfReader = 1000;

/**
 * Adds links and clicks. Nearly all links belong to the star, because one account's list is what grows. The
 * reader has the same number in every size.
 */
export async function fillLinks(pool: pg.Pool, { links }: Size): Promise<void> {
  const { rows } = await pool.query<{ id: string; username: string }>(
    "select id, username from identity.account where username in ('person1', 'reader')",
  );
  const idOf = (name: string) => rows.find(({ username }) => username === name)?.id ?? '';
  await withoutIndexes(pool, ['links.link', 'links.link_total'], async () => {
    await addLinks(pool, { id: idOf('reader'), name: 'reader', size: linksOfReader });
    await addLinks(pool, { id: idOf('person1'), name: 'star', size: links - linksOfReader });
  });
  await addClickedLink(pool, idOf('person1'), links * 10);
}
