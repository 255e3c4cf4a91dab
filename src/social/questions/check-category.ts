import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { listCategories } from '../categories.ts';

/** Returns the id of a question category, or null for none. */
export async function checkCategory(app: Pick<App, 'db'>, id: string): Promise<string | null> {
  if (id === '') return null;
  const categories = await listCategories(app, 'questions');
  if (!categories.some((category) => category.id === id)) throw invalid('category', t('Choose a category'));
  return id;
}
