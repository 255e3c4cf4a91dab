import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { pathOf } from '../../social/posts/sharing/path-of.ts';
import { readPost } from '../../social/posts/reading/read-posts.ts';
import type { Outcome } from './skill.ts';

/** What is said of something that was held. */
export const heldText = 'Held for review: others see it once a moderator approves it';

/** What an agent receives about a post of any kind that it published. */
export async function publishedPost(app: App, viewer: Viewer, id: string): Promise<Outcome> {
  const post = await readPost(app, viewer, id);
  const url = `${app.config.plazaUrl}${pathOf(post)}`;
  return {
    text: post.heldAt ? heldText : `Published at ${url}`,
    data: { id, type: post.kind, url, privacy: post.privacy, held: post.heldAt !== null },
  };
}
