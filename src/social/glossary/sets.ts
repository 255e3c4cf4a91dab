import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { cleanText, isBlank, toLine } from '../../kernel/text.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction, type Viewer, verb } from '../../platform/app.ts';
import { slugOf } from '../posts/paths.ts';
import { longestTermName, refuseNonEditors } from './term.ts';

export const longestSetDescription = 1000;

/**
 * Creates a set of terms, or updates the one at `slug`. Returns its slug, which is derived from the first
 * title and never changes.
 */
export const saveSet = verb(
  { name: 'glossary.save-set', who: 'member' },
  async (
    app,
    keeper: Viewer,
    typed: { title: string; description: string },
    slug?: string,
  ): Promise<string> => {
    refuseNonEditors(keeper);
    const title = toLine(cleanText(typed.title, 'title', longestTermName));
    if (isBlank(title)) throw invalid('title', msg('Enter a title'));
    const description = cleanText(typed.description, 'description', longestSetDescription);
    const now = app.clock.now();
    if (slug !== undefined) {
      const changed = await app.db
        .updateTable('social.term_set')
        .set({ title, description, updated_at: now })
        .where('slug', '=', slug)
        .returning('slug')
        .executeTakeFirst();
      if (!changed) throw missing(msg('Set'));
      return changed.slug;
    }
    return inTransaction(app, async ({ db }) => {
      const row = { slug: slugOf(title), title, description, created_at: now, updated_at: now };
      await db.insertInto('social.term_set').values(row).execute();
      return row.slug;
    }).catch((error: unknown) => {
      if (isDuplicate(error, 'term_set_slug_key'))
        throw new Problem('conflict', msg('A set with this title already exists'), { field: 'title' });
      throw error;
    });
  },
);

/** Deletes a set. Its terms remain. */
export const deleteSet = verb(
  { name: 'glossary.delete-set', who: 'member' },
  async ({ db }, keeper: Viewer, slug: string) => {
    refuseNonEditors(keeper);
    const deleted = await db
      .deleteFrom('social.term_set')
      .where('slug', '=', slug)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw missing(msg('Set'));
  },
);
