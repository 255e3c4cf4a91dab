import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { removePicture, storePicture, type Picture } from '../../platform/pictures.ts';
import { moderate } from '../moderation/moderate.ts';
import { notifyMentioned } from '../notifications/notify-mentioned.ts';
import { countPost } from './count-post.ts';
import { keepHashtags, keepMentions } from './keep-tokens.ts';
import { checkPost, type NewPost } from './new-post.ts';
import { linksIn, readTokens } from './text/tokens.ts';

/**
 * Publishes a post of any kind by way of moderation. `also` keeps what its kind has beside it, in the same transaction;
 * what is counted and told of a kind belongs there. Returns the id. Throws a `Problem` at the field at fault.
 */
export async function publishPost(
  app: App,
  author: Viewer,
  given: NewPost,
  also?: (app: App, id: string, heldAt: Date | null) => Promise<void>,
): Promise<string> {
  const post = checkPost(given);
  // Drawing pictures takes seconds, and no transaction is to stay open that long.
  const pictures = await storePictures(app, post);
  try {
    return await moderate(app, author, toSubmission(post), async (app, heldAt) => {
      const id = await insert(app, author, post, pictures, heldAt);
      await also?.(app, id, heldAt);
      return id;
    });
  } catch (error) {
    await removePictures(app, pictures);
    throw error;
  }
}

/** What the moderators' rules are to look at. */
export const toSubmission = (post: Pick<NewPost, 'kind' | 'title' | 'text' | 'photos' | 'warning'>) =>
  ({
    subject: 'post',
    kind: post.kind ?? 'post',
    title: post.title ?? '',
    text: post.text,
    alts: [...post.photos.map(({ alt }) => alt), post.warning ?? ''],
  }) as const;

async function insert(
  app: App,
  author: Viewer,
  post: ReturnType<typeof checkPost>,
  pictures: Picture[],
  heldAt: Date | null,
): Promise<string> {
  const tokens = readTokens(post.text);
  const { id } = await app.db
    .insertInto('social.post')
    .values({
      author_id: author.id,
      kind: post.kind,
      title: post.title,
      text: post.text,
      privacy: post.privacy,
      parent_id: post.parentId ?? null,
      page_id: post.pageId ?? null,
      quote_id: post.quoteId ?? null,
      warning: post.warning,
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
  // What is held is counted, and told, once it is let through.
  if (heldAt) return id;
  await countPost(app, id, 1);
  await notifyMentioned(app, author.id, { postId: id });
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
