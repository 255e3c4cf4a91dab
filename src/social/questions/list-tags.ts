import type { App } from '../../platform/app.ts';
import { visiblePosts } from '../posts/reading/visible.ts';

/** Returns the tags of the last 300 questions, most used first. Counts only public questions. */
export async function listTags({ db }: App, max = 20): Promise<string[]> {
  const rows = await visiblePosts(db, undefined)
    .innerJoin(
      db.selectFrom('social.question').orderBy('post_id', 'desc').limit(300).select('post_id').as('newest'),
      'newest.post_id',
      'post.id',
    )
    .innerJoin('social.question_tag as tag', 'tag.post_id', 'post.id')
    .groupBy('tag.tag')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('tag.tag')
    .limit(max)
    .select('tag.tag')
    .execute();
  return rows.map(({ tag }) => tag);
}
