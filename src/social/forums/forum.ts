import { missing, msg } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { slugOf } from '../posts/paths.ts';
import type { ThreadRow } from './threads/thread.ts';

/** A forum: threads about one subject. */
export interface Forum {
  id: string;
  sectionId: string;
  /** The parent forum. Null for a top-level forum. */
  parentId: string | null;
  title: string;
  description: string;
  position: number;
  /** When the forum was archived. Archived forums are read-only. */
  archivedAt: Date | null;
  /** Since when authors and moderators can mark solutions. Null if they cannot. */
  solutionsAt: Date | null;
}

/** A forum in the index, as one viewer sees it. */
export interface ForumInIndex extends Forum {
  threads: number;
  replies: number;
  /** The thread with the latest post. */
  last: Pick<ThreadRow, 'id' | 'title' | 'lastAt' | 'lastBy'> | null;
  /** Whether the forum has posts unread by the viewer. */
  isUnread: boolean;
  below: ForumInIndex[];
}

export interface Section {
  id: string;
  title: string;
  position: number;
}

export interface SectionInIndex extends Section {
  forums: ForumInIndex[];
}

/** The path of a forum. */
export const pathOfForum = ({ id, title }: { id: string; title: string }) => `/forums/${id}/${slugOf(title)}`;

/** The path of a thread. The first page has no page number. */
export const pathOfThread = ({ id, title }: { id: string; title: string }, page = 1) =>
  `/forums/threads/${id}/${slugOf(title)}${page > 1 ? `?page=${page}` : ''}`;

const forumColumns = [
  'forum.id',
  'forum.section_id as sectionId',
  'forum.parent_id as parentId',
  'forum.title',
  'forum.description',
  'forum.position',
  'forum.archived_at as archivedAt',
  'forum.solutions_at as solutionsAt',
] as const;

/** Returns all forums in index order. There are few, since only operators create them. */
export const listAllForums = ({ db }: Pick<App, 'db'>): Promise<Forum[]> =>
  db
    .selectFrom('social.forum as forum')
    .orderBy('forum.position')
    .orderBy('forum.id')
    .select(forumColumns)
    .execute();

export async function getForum({ db }: Pick<App, 'db'>, id: string): Promise<Forum> {
  const forum = await db
    .selectFrom('social.forum as forum')
    .where('forum.id', '=', id)
    .select(forumColumns)
    .executeTakeFirst();
  if (!forum) throw missing(msg('Forum'));
  return forum;
}
