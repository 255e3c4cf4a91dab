import type { App } from '../../../platform/app.ts';
import { refuseAbove } from '../../../identity/operators/operators.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import { mayModeratePost } from '../../access/forum-moderators.ts';
import { mayWrite } from '../../access/page.ts';
import type { PostHeader } from '../reading/get-post-header.ts';

/**
 * Whether the viewer can edit or delete a post. The author can do both. Moderators, and moderators of its
 * forum, can delete. Posts of a page can be edited only by its team.
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
