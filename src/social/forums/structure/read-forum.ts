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

/** Every forum, in the order of the index. There are as many as operators make, which is few. */
export const listAllForums = ({ db }: Pick<App, 'db'>): Promise<Forum[]> =>
  db
    .selectFrom('social.forum as forum')
    .orderBy('forum.position')
    .orderBy('forum.id')
    .select(forumColumns)
    .execute();

export async function readForum({ db }: Pick<App, 'db'>, id: string): Promise<Forum> {
  const forum = await db
    .selectFrom('social.forum as forum')
    .where('forum.id', '=', id)
    .select(forumColumns)
    .executeTakeFirst();
  if (!forum) throw missing(t('Forum'));
  return forum;
}
