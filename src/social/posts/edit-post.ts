import type { App } from '../../platform/app.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { moderate } from '../moderation/moderate.ts';
import { notifyMentioned } from '../notifications/notify-mentioned.ts';
import { keepHashtags, keepMentions } from './keep-tokens.ts';
import { checkPost } from './new-post.ts';
import type { Privacy } from './post.ts';
import { readPost } from './read-posts.ts';
import { linksIn, readTokens } from './text/tokens.ts';

export interface PostEdit {
  text: string;
  /** Left out: as it is. */
  privacy?: Privacy | undefined;
  /** New descriptions of its pictures, by picture id. */
  alts: ReadonlyMap<string, string>;
}

/** Changes one's own post. It passes moderation anew: what was harmless may have become something else. */
export async function editPost(app: App, author: Viewer, id: string, edit: PostEdit): Promise<void> {
  const post = await readPost(app, author, id);
  if (post.author.id !== author.id) throw new Problem('forbidden', 'Only its author can change a post');
  const { text, privacy, photos } = checkPost({
    text: edit.text,
    privacy: edit.privacy ?? post.privacy,
    photos: post.photos.map(({ id, alt }) => ({ body: Buffer.alloc(0), alt: edit.alts.get(id) ?? alt })),
  });
  const tokens = readTokens(text);
  const alts = photos.map(({ alt }) => alt);
  await moderate(app, author, { subject: 'post', text, alts, editing: id }, async (app, heldAt) => {
    await app.db
      .updateTable('social.post')
      .set({
        text,
        privacy,
        link: linksIn(tokens)[0] ?? null,
        ...(text !== post.text && { edited_at: app.clock.now() }),
        ...(heldAt && { held_at: heldAt }),
      })
      .where('id', '=', id)
      .execute();
    await keepHashtags(app, id, tokens);
    await keepMentions(app, author.id, { post_id: id, comment_id: null }, tokens);
    if (!heldAt && !post.heldAt) await notifyMentioned(app, author.id, { postId: id });
    for (const [index, photo] of post.photos.entries()) {
      const alt = alts[index] ?? '';
      await app.db.updateTable('social.photo').set({ alt }).where('id', '=', photo.id).execute();
    }
    return id;
  });
}
