import type { App } from '../../platform/app.ts';
import type { FormState } from '../../platform/html/form.ts';
import type { View } from '../../platform/html/layout.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readComments } from '../comments/read-comments.ts';
import { commentSection } from '../comments/views/comment-section.ts';
import { readProfiles } from '../people/profile.ts';
import { authorCard } from '../people/views/author-card.ts';
import type { Post } from './post.ts';
import { postView } from './views/post-view.ts';

export interface ShowOptions {
  /** Comments older than this one. */
  before?: string | undefined;
  /** The comment that was just deleted. */
  deleted?: string | undefined;
  /** A comment that was refused. */
  state?: FormState;
}

/** A post's own page, with its comments. */
export async function showPost(
  app: App,
  viewer: Viewer | undefined,
  post: Post,
  { before, deleted, state }: ShowOptions = {},
): Promise<View> {
  const [page, [author]] = await Promise.all([
    readComments(app, viewer, post.id, { before }),
    readProfiles(app, viewer, [post.author.id]),
  ]);
  const shown = commentSection({ post, page, viewer, state, deleted });
  return {
    ...postView(post, { viewer, base: app.config.plazaUrl }, { shown, comments: page.comments }),
    ...(author && { aside: authorCard(author, viewer) }),
  };
}
