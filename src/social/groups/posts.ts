import { msg, missing, Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { compileForMember, lockRow } from '../../platform/database/queries.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { refuseModeratingGroup, refuseOutsiders } from '../access/group.ts';
import { addGroupEntry } from '../access/group-log.ts';
import type { NewPost } from '../posts/new-post.ts';
import { type FileMetadata, publishWithFiles } from '../posts/post-files.ts';
import { notifyGroup } from '../posts/publishing.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { pagesOf, type PageOfPosts, type PostListPart } from '../posts/reading/lists.ts';
import { getPostHeader, visiblePosts } from '../posts/reading/visible.ts';
import { getGroup } from './groups.ts';

const maxPinned = 3;

/** Publishes a post in a group, for those who read it. Returns its id. */
export const writeInGroup = verb(
  { name: 'groups.post', who: 'member', limit: perAccount(60, minutes(5)) },
  async (
    app: App,
    author: Viewer,
    groupId: string,
    post: Omit<NewPost, 'kind' | 'privacy' | 'pageId' | 'parentId' | 'groupId'>,
    files: readonly Upload[] = [],
    described: FileMetadata = {},
  ): Promise<string> => {
    refuseOutsiders(await getGroup(app, author, groupId));
    return publishWithFiles(
      app,
      author,
      { ...post, kind: 'post', privacy: 'group', groupId },
      files,
      described,
    );
  },
);

/** Pins a post to the top of its group as an announcement, or unpins it. */
export const pinInGroup = verb(
  { name: 'groups.pin', who: 'member', limit: perAccount(200, minutes(5)) },
  async (app: App, viewer: Viewer, groupId: string, postId: string, act: 'pin' | 'unpin'): Promise<void> => {
    refuseModeratingGroup(await getGroup(app, viewer, groupId));
    const post = await getPostHeader(app, viewer, postId);
    if (post.group?.id !== groupId || post.parentId !== null) throw missing(msg('Post'));
    await inTransaction(app, async (app) => {
      await lockRow(app, 'social.people_group', groupId);
      const pinned = await app.db
        .selectFrom('social.post')
        .where('group_id', '=', groupId)
        .where('group_pinned_at', 'is not', null)
        .where('deleted_at', 'is', null)
        .where('id', '!=', postId)
        .select('id')
        .execute();
      if (act === 'pin' && pinned.length >= maxPinned)
        throw new Problem(
          'conflict',
          msg('A group can have at most {maxPinned} announcements', { maxPinned }),
        );
      await app.db
        .updateTable('social.post')
        .set({ group_pinned_at: act === 'pin' ? app.clock.now() : null })
        .where('id', '=', postId)
        .execute();
      if (act === 'pin') await addJob(app, notifyGroup, { id: postId, isPinned: true });
      await addGroupEntry(app, { groupId, actorId: viewer.id, action: act, detail: postId });
    });
  },
);

/** The posts of a group, newest first. The first part starts with the announcements. */
export async function listGroupPosts(
  app: App,
  viewer: Viewer,
  groupId: string,
  part: PostListPart = {},
): Promise<PageOfPosts> {
  await getGroup(app, viewer, groupId);
  const page = await postsOf(app, viewer, { groupId }, part);
  if (part.before !== undefined || (part.page ?? 0) > 0) return page;
  const pinned = await selectPinned(app.db, viewer, { groupId }, undefined);
  const ids = pinned.map(({ id }) => id);
  return { ...page, items: [...(await getPosts(app, viewer, ids, 'feeds')), ...page.items] };
}

const selectPinned = compileForMember((db, viewer, { groupId }: { groupId: string }) =>
  visiblePosts(db, viewer)
    .where('post.group_id', '=', groupId)
    .where('post.parent_id', 'is', null)
    .where('post.group_pinned_at', 'is not', null)
    .orderBy('post.group_pinned_at', 'desc')
    .limit(maxPinned)
    .select('post.id'),
);

const postsOf = pagesOf(
  (posts, _viewer, { groupId }: { groupId: string }) =>
    posts
      .where('post.group_id', '=', groupId)
      .where('post.parent_id', 'is', null)
      .where('post.group_pinned_at', 'is', null),
  'feeds',
);
