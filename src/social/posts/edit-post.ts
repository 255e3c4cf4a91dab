import type { App } from '../../platform/app.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { moderate } from '../moderation/moderate.ts';
import { notifyMentioned } from '../notifications/notify-mentioned.ts';
import { askForPreview } from '../previews/ask-for-preview.ts';
import { keepHashtags, keepMentions } from './keep-tokens.ts';
import { countPost } from './count-post.ts';
import { mayManagePost } from './may-manage-post.ts';
import { checkPost } from './new-post.ts';
import type { Post, Privacy } from './post.ts';
import { toSubmission } from './publish-post.ts';
import { readPost } from './read-posts.ts';
import { linksIn, readTokens } from './text/tokens.ts';

export interface PostEdit {
  /** Left out: as it is. */
  title?: string | undefined;
  text: string;
  /** Left out: as it is. */
  privacy?: Privacy | undefined;
  /** Left out: as it is. */
  warning?: string | undefined;
  /** Left out: as it is. */
  videoAlt?: string | undefined;
  /** New descriptions of its pictures, by picture id. */
  alts: ReadonlyMap<string, string>;
}

/**
 * Changes one's own post of any kind; how it read before is kept. It passes moderation anew: what was harmless may have
 * become something else. `also` changes what its kind has beside it, in the same transaction.
 */
export async function editPost(
  app: App,
  author: Viewer,
  id: string,
  edit: PostEdit,
  also?: (app: App, heldAt: Date | null) => Promise<void>,
): Promise<void> {
  const post = await readPost(app, author, id);
  if (!(await mayManagePost(app, author, post, 'edit')))
    throw new Problem('forbidden', 'Only its author can change a post');
  const checked = checkPost({
    kind: post.kind,
    title: edit.title ?? post.title,
    pageId: post.page?.id,
    quoteId: post.quoteId ?? undefined,
    warning: edit.warning ?? post.warning,
    text: edit.text,
    privacy: edit.privacy ?? post.privacy,
    photos: post.photos.map(({ id, path, alt }) => ({ path, alt: edit.alts.get(id) ?? alt })),
    ...(post.video && { video: { path: post.video.path, alt: edit.videoAlt ?? post.video.alt } }),
  });
  const { title, text, privacy, warning, photos, video } = checked;
  const isChanged = text !== post.text || title !== post.title;
  const tokens = readTokens(text);
  const alts = photos.map(({ alt }) => alt);
  await moderate(app, author, { ...toSubmission(checked), editing: id }, async (app, heldAt) => {
    if (isWider(privacy, post.privacy)) await forgetRevisions(app, id);
    else if (isChanged) await keepRevision(app, author, post);
    await app.db
      .updateTable('social.post')
      .set({
        title,
        text,
        privacy,
        warning,
        link: linksIn(tokens)[0] ?? null,
        ...(isChanged && { edited_at: app.clock.now() }),
        ...(heldAt && { held_at: heldAt }),
      })
      .where('id', '=', id)
      .execute();
    await keepHashtags(app, id, tokens);
    await keepMentions(app, author.id, { post_id: id, comment_id: null }, tokens);
    if (heldAt && !post.heldAt) await countPost(app, id, -1);
    if (!heldAt && !post.heldAt) await notifyMentioned(app, author.id, { postId: id });
    for (const [index, photo] of post.photos.entries()) {
      const alt = alts[index] ?? '';
      await app.db.updateTable('social.photo').set({ alt }).where('id', '=', photo.id).execute();
    }
    if (video)
      await app.db
        .updateTable('social.video')
        .set({ alt: video.alt ?? '' })
        .where('post_id', '=', id)
        .execute();
    await askForPreview(app, id);
    await also?.(app, heldAt);
    return id;
  });
}

/** From who sees most to who sees least. */
const audiences: readonly Privacy[] = ['public', 'friends', 'me'];
const isWider = (now: Privacy, before: Privacy) => audiences.indexOf(now) < audiences.indexOf(before);

/** What was written for few is not for the many who may read the post from now on. */
async function forgetRevisions({ db }: App, id: string): Promise<void> {
  await db.deleteFrom('social.post_revision').where('post_id', '=', id).execute();
}

/** How it read until now. */
async function keepRevision(app: App, editor: Viewer, { id, title, text }: Post): Promise<void> {
  await app.db
    .insertInto('social.post_revision')
    .values({ post_id: id, title, text, editor_id: editor.id, at: app.clock.now() })
    .execute();
}
