import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { pathOf } from '../../social/posts/paths.ts';
import { getPost } from '../../social/posts/reading/get-posts.ts';
import type { Outcome } from './skill.ts';

/** The message about a held post. */
export const heldText = 'Held for review: others see it once a moderator approves it';

/** The result of a published post of any kind. */
export const publishedOutput = {
  id: { type: 'string' },
  type: { type: 'string' },
  url: { type: 'string' },
  privacy: { type: 'string' },
  held: { type: 'boolean', description: 'Whether a moderator reviews it before others see it' },
} as const;

/** Returns the result of a published post of any kind. */
export async function publishedPost(app: App, viewer: Viewer, id: string): Promise<Outcome> {
  const post = await getPost(app, viewer, id);
  const url = `${app.config.plazaUrl}${pathOf(post)}`;
  return {
    text: post.heldAt ? heldText : `Published at ${url}`,
    data: { id, type: post.kind, url, privacy: post.privacy, held: post.heldAt !== null },
  };
}
