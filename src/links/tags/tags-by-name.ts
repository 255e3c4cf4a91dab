import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { selectTags } from './queries.ts';
import type { Tag } from './tag.ts';
import { colorOf } from './texts.ts';

/** Returns the viewer's tags with these names, as validated by `parseTagNames`. Creates missing ones. */
export async function tagsByName(
  app: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  names: readonly string[],
): Promise<Tag[]> {
  if (names.length === 0) return [];
  await app.db
    .insertInto('links.tag')
    .values(
      names.map((name) => ({
        account_id: viewer.id,
        name,
        color: colorOf(name),
        created_at: app.clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return selectTags(app)
    .where('tag.account_id', '=', viewer.id)
    .where(sql`lower(tag.name)`, '=', sql`any(select lower(name) from unnest(${names}::text[]) as name)`)
    .execute();
}
