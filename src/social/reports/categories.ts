import { msg, invalid } from '../../kernel/problem.ts';
import { translateInstalled } from '../../web/translation/translate.ts';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { type App, verb, type Viewer } from '../../platform/app.ts';

/** A reason for reports, as worded by the operator. */
export interface ReportCategory {
  id: string;
  /** The value that clients send. Never changes. */
  name: string;
  title: string;
  description: string;
  position: number;
  isHidden: boolean;
}

/**
 * Returns the reasons in order and in the reader's language. With `all`, returns the stored texts including
 * hidden ones.
 */
export async function listReportCategories(
  { db }: Pick<App, 'db'>,
  { all = false } = {},
): Promise<ReportCategory[]> {
  const rows = await db
    .selectFrom('social.report_category')
    .select(['id', 'name', 'title', 'description', 'position', 'deleted_at'])
    .$if(!all, (query) => query.where('deleted_at', 'is', null))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ deleted_at, title, description, ...row }) => ({
    ...row,
    title: all ? title : translateInstalled(title),
    description: all ? description : translateInstalled(description),
    isHidden: deleted_at !== null,
  }));
}

/** Returns a listed category by id or name. */
export async function findCategory(app: Pick<App, 'db'>, idOrName: string): Promise<ReportCategory> {
  const categories = await listReportCategories(app);
  const word = idOrName.trim().toLowerCase();
  const found = categories.find(({ id, name }) => id === word || name === word);
  if (found) return found;
  const known = categories.map(({ id, name }) => `${name} (${id})`).join(', ');
  throw invalid('category', msg('category must be one of {known}', { known }));
}

type CategoryChange = Pick<ReportCategory, 'title' | 'description' | 'position'>;

export const addReportCategory = verb(
  { name: 'report-categories.add', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, { name, ...change }: CategoryChange & { name: string }) => {
    if (!/^[a-z][a-z0-9_]{1,39}$/.test(name))
      throw invalid('name', msg('Use lowercase letters, digits and _, starting with a letter'));
    const added = await app.db
      .insertInto('social.report_category')
      .values({ name, ...clean(change) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw invalid('name', msg('This name is already used'));
    await addAuditEntry(app, operator.id, 'report_reason.update', change.title);
  },
);

export const updateReportCategory = verb(
  { name: 'report-categories.change', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, id: string, change: CategoryChange) => {
    await app.db.updateTable('social.report_category').set(clean(change)).where('id', '=', id).execute();
    await addAuditEntry(app, operator.id, 'report_reason.update', change.title);
  },
);

/** Hides a category from the list, or shows it again. Existing reports keep it. */
export const hideReportCategory = verb(
  { name: 'report-categories.hide', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, id: string, hidden: boolean) => {
    const left = (await listReportCategories(app)).filter((category) => category.id !== id);
    if (hidden && left.length === 0) throw invalid('id', msg('At least one reason is required'));
    await app.db
      .updateTable('social.report_category')
      .set({ deleted_at: hidden ? app.clock.now() : null })
      .where('id', '=', id)
      .execute();
    await addAuditEntry(app, operator.id, hidden ? 'report_reason.remove' : 'report_reason.restore', id);
  },
);

function clean({ title, description, position }: CategoryChange): CategoryChange {
  if (title.trim() === '') throw invalid('title', msg('Enter a title'));
  return { title: title.trim(), description: description.trim(), position };
}
