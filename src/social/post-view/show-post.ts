import type { App } from '../../platform/app.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { showComments } from '../comments/reading.ts';
import { getProfiles } from '../people/profile.ts';
import { authorCard } from '../people/components.ts';
import type { Post } from '../posts/post.ts';
import { html } from '../../web/html.ts';
import { translationLink } from '../translation/components.ts';
import { listContinuations } from '../posts/threads.ts';
import { postView } from './components.ts';

/** The page of a post with its comments. */
export async function showPost(app: App, viewer: Viewer | undefined, post: Post): Promise<View> {
  const [below, thread, [author]] = await Promise.all([
    showComments(app, viewer, post),
    listContinuations(app, viewer, post),
    // The author of a page's post is shown only to its team.
    post.page ? [] : getProfiles(app, viewer, [post.author.id]),
  ]);
  return {
    ...postView(
      post,
      { viewer, base: app.config.plazaUrl },
      { ...below, thread, shown: html`${translationLink(app, viewer, post)} ${below.shown}` },
    ),
    ...(author && { aside: authorCard(author, viewer) }),
  };
}
