import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Forum } from './forum.ts';

const forumColumns = [
  'forum.id',
  'forum.section_id as sectionId',
  'forum.parent_id as parentId',
  'forum.title',
  'forum.description',
  'forum.position',
  'forum.archived_at as archivedAt',
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
  if (!forum) throw missing(t('Forum'));
  return forum;
}
