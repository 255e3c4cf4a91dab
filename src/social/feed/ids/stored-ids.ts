import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import { visiblePosts } from '../../posts/reading/visible.ts';
import { isAround } from './circle.ts';
import { mergedPosts } from './merged-ids.ts';

/**
 * The newest ids from the stored list, joined by what is in no list: posts that are still being written into the lists,
 * those of people with too many followers for that, and one's own. All in one statement, so that it sees one state of
 * things: a post is either pending or written.
 * Undefined when the list cannot tell: it is not there, is outdated, or does not go back far enough.
 */
export async function storedIds(
  app: App,
  viewer: Viewer,
  { before, most }: { before: string | undefined; most: number },
): Promise<string[] | undefined> {
  const shown = visiblePosts(app.db, viewer)
    .where('post.parent_id', 'is', null)
    .where('post.privacy', '!=', 'me')
    .where('post.held_at', 'is', null)
    .where(isAround(viewer.id))
    .$call(whenGiven(before, (query, before) => query.where('post.id', '<', before)))
    .orderBy('post.id', 'desc')
    .limit(most)
    .select('post.id');
  const entries = shown
    .innerJoin('social.feed_entry as entry', 'entry.post_id', 'post.id')
    .where('entry.account_id', '=', viewer.id)
    .where('entry.post_id', '>=', sql<string>`(select floor_id from list)`)
    .$call(whenGiven(before, (query, before) => query.where('entry.post_id', '<', before)))
    .clearOrderBy()
    .orderBy('entry.post_id', 'desc');
  const pending = shown.innerJoin('social.feed_pending as pending', 'pending.post_id', 'post.id');
  const { rows } = await sql<{ ids: string[]; floor: string }>`
    with list as materialized (
      select floor_id from social.feed where account_id = ${viewer.id} and built = changed
    )
    select floor_id::text as floor, array(
      select id::text from (
        select id from (${entries}) as written
        union select id from (${pending}) as waiting
        union (${mergedPosts(viewer.id, { before, most, starsOnly: true })})
      ) as every order by every.id desc limit ${most}
    ) as ids from list`.execute(app.db);
  const [list] = rows;
  if (!list) return undefined;
  const certain = list.ids.filter((id) => BigInt(id) >= BigInt(list.floor));
  return certain.length === most || list.floor === '0' ? certain : undefined;
}
