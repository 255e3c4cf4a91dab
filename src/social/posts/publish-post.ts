import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { removePicture, storePicture, type Picture } from '../../platform/pictures.ts';
import { moderate } from '../moderation/moderate.ts';
import { notifyMentioned } from '../notifications/notify-mentioned.ts';
import { tally } from '../tallies/tally.ts';
import { keepHashtags, keepMentions } from './keep-tokens.ts';
import { checkPost, type NewPost } from './new-post.ts';
import { linksIn, readTokens } from './text/tokens.ts';

/** Puts a post on its author's wall, whoever it is for. Returns its id. Throws a `Problem` at the field at fault. */
export async function publishPost(app: App, author: Viewer, given: NewPost): Promise<string> {
  const post = checkPost(given);
  // Drawing pictures takes seconds, and no transaction is to stay open that long.
  const pictures = await storePictures(app, post);
  try {
    const submission = { subject: 'post', text: post.text, alts: post.photos.map(({ alt }) => alt) } as const;
    return await moderate(app, author, submission, (app, heldAt) =>
      insert(app, author, post, pictures, heldAt),
    );
  } catch (error) {
    await removePictures(app, pictures);
    throw error;
  }
}

async function insert(
  app: App,
  author: Viewer,
  post: NewPost,
  pictures: Picture[],
  heldAt: Date | null,
): Promise<string> {
  const tokens = readTokens(post.text);
  const { id } = await app.db
    .insertInto('social.post')
    .values({
      author_id: author.id,
      text: post.text,
      privacy: post.privacy,
      link: linksIn(tokens)[0] ?? null,
      created_at: app.clock.now(),
      held_at: heldAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const photos = pictures.map(({ path, small, width, height, bytes }, position) => ({
    post_id: id,
    position,
    path,
    small_path: small,
    width,
    height,
    bytes,
    alt: post.photos[position]?.alt ?? '',
  }));
  if (photos.length > 0) await app.db.insertInto('social.photo').values(photos).execute();
  await keepHashtags(app, id, tokens);
  await keepMentions(app, author.id, { post_id: id, comment_id: null }, tokens);
  // What is held is told once it is let through.
  if (!heldAt) await notifyMentioned(app, author.id, { postId: id });
  await tally(app, [{ subject: 'person', id: author.id, kind: 'posts', by: id, n: 1 }]);
  return id;
}

async function storePictures(app: App, { photos }: NewPost): Promise<Picture[]> {
  const results = await Promise.allSettled(
    photos.map(({ body }) => storePicture(app, body, 'photos', 'photos')),
  );
  const stored = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return stored;
  await removePictures(app, stored);
  throw failed.reason;
}

async function removePictures(app: App, pictures: readonly Picture[]): Promise<void> {
  await Promise.allSettled(pictures.map(({ path }) => removePicture(app, path)));
}
