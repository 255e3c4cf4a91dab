import type { App } from '../../../src/platform/app.ts';

/** Adds a picture to a person. Returns the addresses of pictures, and of the ways to share a post with photos. */
export async function photoExamples(
  { db }: App,
  postId: string,
  person: { id: string; username: string },
): Promise<Record<string, string>> {
  const { path } = await db
    .selectFrom('social.photo')
    .select('path')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('identity.account')
    .set({ picture: path, picture_small: path })
    .where('id', '=', person.id)
    .execute();
  const post = `/posts/${postId}`;
  return {
    '/posts/:id/photos/:number': `${post}/photos/1`,
    '/posts/:id/share': `${post}/share`,
    '/posts/:id/share/menu': `${post}/share/menu`,
    '/posts/:id/share/button': `${post}/share/button`,
    '/posts/:id/shares': `${post}/shares`,
    '/messages/send': `/messages/send?link=${post}`,
    '/@:username/photo': `/@${person.username}/photo`,
    '/menus/:name': '/menus/post',
  };
}
