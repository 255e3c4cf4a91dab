import type { App } from '../../platform/app.ts';

/** The tags of the last few hundred questions, the most used first. */
export async function listTags({ db }: App, most = 20): Promise<string[]> {
  const rows = await db
    .selectFrom(
      db.selectFrom('social.question').orderBy('post_id', 'desc').limit(300).select('post_id').as('newest'),
    )
    .innerJoin('social.question_tag as tag', 'tag.post_id', 'newest.post_id')
    .innerJoin('social.post as post', 'post.id', 'newest.post_id')
    .where('post.deleted_at', 'is', null)
    .where('post.held_at', 'is', null)
    .groupBy('tag.tag')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('tag.tag')
    .limit(most)
    .select('tag.tag')
    .execute();
  return rows.map(({ tag }) => tag);
}
