import type { App } from '../../platform/app.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { mayModeratePost } from '../forums/may-moderate.ts';
import type { Post } from './post.ts';

/**
 * Whether the viewer may change a post, or take it away: its author may both, moderators take away, and so do those who
 * look after the forum that it stands in.
 */
export async function mayManagePost(
  app: App,
  viewer: Viewer,
  { id, kind, author }: Pick<Post, 'id' | 'kind' | 'author'>,
  act: 'edit' | 'delete',
): Promise<boolean> {
  if (author.id === viewer.id) return true;
  if (act === 'edit') return false;
  if (may(viewer, 'moderate')) return true;
  return (kind === 'thread' || kind === 'reply') && mayModeratePost(app, viewer, id);
}
