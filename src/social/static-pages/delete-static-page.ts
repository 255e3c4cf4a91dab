import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { StaticPage } from './static-page.ts';

/** Deletes a text permanently and returns it for undo. */
export async function deleteStaticPage({ db }: Pick<App, 'db'>, id: string): Promise<StaticPage> {
  const gone = await db
    .deleteFrom('social.static_page')
    .where('id', '=', id)
    .returning(['id', 'slug', 'language', 'title', 'body', 'position'])
    .returning(['in_footer as inFooter', 'updated_at as updatedAt'])
    .executeTakeFirst();
  if (!gone) throw missing(t('Page'));
  return gone;
}
