import type { Viewer, App } from '../../platform/app.ts';
import { linksIn } from '../../kernel/typed-text/tokens.ts';
import { refuseUnwelcome } from '../moderation/moderate.ts';
import { tally } from '../tallies/tally.ts';
import { distinctTokens } from '../text/rendered.ts';
import { addAttachments, addPhotos, saveVideo } from '../posts/attachments.ts';
import { checkPost, type NewPost } from '../posts/new-post.ts';
import { refuseManyHashtags, saveHashtags, toSubmission } from '../posts/publishing.ts';

/** A post of an archive, with its files uploaded. */
export type ImportedPost = Pick<
  NewPost,
  'kind' | 'title' | 'text' | 'privacy' | 'photos' | 'video' | 'attachments' | 'warning'
> & { createdAt: Date };

/**
 * Adds a post that was published elsewhere, with its date. Nobody is told: it is not in feeds, mentions and shares
 * nobody, and webhooks do not have it. What the rules would hold or reject is rejected. Call it in a transaction.
 */
export async function addImportedPost(app: App, author: Viewer, given: ImportedPost): Promise<string> {
  const post = checkPost(given);
  const tokens = distinctTokens(post.text, post.kind);
  refuseManyHashtags(tokens);
  await refuseUnwelcome(app, author, toSubmission(post));
  const now = app.clock.now();
  const { id } = await app.db
    .insertInto('social.post')
    .values({
      author_id: author.id,
      kind: post.kind,
      title: post.title,
      text: post.text,
      privacy: post.privacy,
      warning: post.warning,
      link: linksIn(tokens)[0] ?? null,
      created_at: given.createdAt < now ? given.createdAt : now,
      imported_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveHashtags(app, id, tokens);
  await addPhotos(app, author, id, post.photos);
  if (post.video) await saveVideo(app, author, id, post.video);
  await addAttachments(app, author, id, post.attachments ?? []);
  await tally(app, [{ subject: 'person', id: author.id, kind: 'posts', by: id, n: 1 }]);
  return id;
}
