import type { App } from '../../../platform/app.ts';
import { refuseAbove } from '../../../identity/operators/rank.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import { mayModeratePost } from '../../access/may-moderate.ts';
import { mayWrite } from '../../access/page-roles.ts';
import type { PostHeader } from '../reading/read-post-header.ts';

/**
 * Whether the viewer may change a post, or take it away: its author may do both, moderators may remove, and so may those who
 * look after the forum that it is in. What a page said is changed by those who write for it, and by nobody else.
 */
export async function mayManagePost(
  app: App,
  viewer: Viewer,
  { id, kind, author, page }: Pick<PostHeader, 'id' | 'kind' | 'author' | 'page'>,
  act: 'edit' | 'delete',
): Promise<boolean> {
  if (page && mayWrite(page)) return true;
  if (author.id === viewer.id && (!page || act === 'delete')) return true;
  if (act === 'edit') return false;
  if (may(viewer, 'moderate')) {
    await refuseAbove(app, viewer, author.id);
    return true;
  }
  return (kind === 'thread' || kind === 'reply') && mayModeratePost(app, viewer, id);
}
