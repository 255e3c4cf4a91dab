import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { isEntitled } from '../../access/paywall.ts';
import { roleIn } from '../../access/page.ts';
import type { Person } from '../../people/person.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import type { Post, PostKind, Privacy, Speaker } from '../post.ts';
import { visiblePosts } from './visible.ts';

/** The fields of a visible post that permission checks need: author, parent and state. */
export interface PostHeader extends Pick<
  Post,
  'id' | 'kind' | 'title' | 'privacy' | 'parentId' | 'lockedAt' | 'heldAt' | 'mine'
> {
  author: Pick<Person, 'id'>;
  page: Pick<Speaker, 'id' | 'role'> | null;
  /** Whether it accepts no comments, because it or its question is locked. */
  isClosed: boolean;
  /** Whether the viewer has access to its content without paying. */
  isEntitled: boolean;
}

/**
 * Returns the header of a post in one small query. A post not visible to the viewer is treated as missing.
 */
export async function getPostHeader(app: App, viewer: Viewer | undefined, id: string): Promise<PostHeader> {
  const row = await visiblePosts(app.db, viewer)
    .leftJoin('social.reaction as mine', (join) =>
      join.onRef('mine.post_id', '=', 'post.id').on('mine.account_id', '=', viewer?.id ?? null),
    )
    .leftJoin('social.page as page', 'page.id', 'post.page_id')
    .where('post.id', '=', id)
    .select(['post.kind', 'post.title', 'post.privacy', 'post.parent_id', 'post.author_id', 'post.page_id'])
    .select(['post.locked_at', 'post.held_at', 'mine.kind as mine', roleIn(viewer).as('page_role')])
    .select(isEntitled('post', viewer).as('is_entitled'))
    .select(
      sql<boolean>`(post.locked_at is not null or exists (
        select from social.post as above
        where above.id = post.parent_id and above.locked_at is not null))`.as('is_closed'),
    )
    .executeTakeFirst();
  if (!row) throw missing(t('Post'));
  return {
    id,
    kind: row.kind as PostKind,
    title: row.title,
    privacy: row.privacy as Privacy,
    parentId: row.parent_id,
    author: { id: row.author_id },
    page: row.page_id === null ? null : { id: row.page_id, role: row.page_role },
    lockedAt: row.locked_at,
    heldAt: row.held_at,
    mine: row.mine as ReactionKind | null,
    isClosed: row.is_closed,
    isEntitled: row.is_entitled === true,
  };
}
