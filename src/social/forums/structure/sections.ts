import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { cleanName, isVisible } from '../../../kernel/typed-text/clean-name.ts';
import { invalid, missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import { cleanText } from '../../../kernel/text.ts';
import type { Section } from './forum.ts';

/** Applies to sections and forums. */
export const longestName = 80;

export const listSections = ({ db }: Pick<App, 'db'>): Promise<Section[]> =>
  db
    .selectFrom('social.forum_section')
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'title', 'position'])
    .execute();

/** Creates a section in the last position and returns its id. */
export async function addSection(app: App, operator: Viewer, title: string): Promise<string> {
  requireOperator(operator);
  return inTransaction(app, async (app) => {
    const { id } = await app.db
      .insertInto('social.forum_section')
      .values({
        title: parseTitle(title),
        position: sql<number>`(select coalesce(max(position), 0) + 1 from social.forum_section)`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addAuditEntry(app, operator.id, 'forum_section.create', `section ${id}`);
    return id;
  });
}

export async function updateSection(app: App, operator: Viewer, given: Section): Promise<void> {
  requireOperator(operator);
  const { id, title, position } = given;
  await inTransaction(app, async (app) => {
    const { numUpdatedRows } = await app.db
      .updateTable('social.forum_section')
      .set({ title: parseTitle(title), position })
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw missing(t('Section'));
    await addAuditEntry(app, operator.id, 'forum_section.update', `section ${id}`);
  });
}

/** Deletes a section. Only a section without forums can be deleted. */
export async function deleteSection(app: App, operator: Viewer, id: string): Promise<void> {
  requireOperator(operator);
  await inTransaction(app, async (app) => {
    // Locks the row, so a forum created concurrently in this section waits and then finds it deleted.
    const section = await app.db
      .selectFrom('social.forum_section')
      .where('id', '=', id)
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    if (!section) throw missing(t('Section'));
    const forum = await app.db
      .selectFrom('social.forum')
      .where('section_id', '=', id)
      .select('id')
      .executeTakeFirst();
    if (forum) throw new Problem('conflict', t('Move or delete its forums first'));
    await app.db.deleteFrom('social.forum_section').where('id', '=', id).execute();
    await addAuditEntry(app, operator.id, 'forum_section.delete', `section ${id}`);
  });
}

/** Throws unless the viewer is an operator. */
export function requireOperator(viewer: Viewer): void {
  if (!may(viewer, 'operate')) throw new Problem('forbidden', t('Only operators can manage forums'));
}

export function parseTitle(typed: string): string {
  const title = cleanText(cleanName(typed), 'title', longestName);
  if (!isVisible(title)) throw invalid('title', t('Enter a name'));
  return title;
}
