import type { App } from '../../platform/app.ts';

/** Replaces the stored tags of a question. */
export async function saveTags({ db }: App, id: string, tags: readonly string[]): Promise<void> {
  await db.deleteFrom('social.question_tag').where('post_id', '=', id).execute();
  const rows = tags.map((tag) => ({ tag, post_id: id }));
  if (rows.length > 0) await db.insertInto('social.question_tag').values(rows).execute();
}
