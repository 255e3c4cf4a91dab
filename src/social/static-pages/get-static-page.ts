import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { languagesFor, selectStaticPages } from './queries.ts';
import type { StaticPage } from './static-page.ts';

/** Returns a page in the best available language for the reader. */
export async function getStaticPage(app: App, slug: string, acceptLanguage: string): Promise<StaticPage> {
  const texts = await selectStaticPages(app).where('slug', '=', slug).orderBy('id').execute();
  const languages = await languagesFor(app, acceptLanguage);
  const inOrder = languages.flatMap((language) => texts.filter((text) => text.language === language));
  const best = inOrder[0] ?? texts[0];
  if (!best) throw missing(t('Page'));
  return best;
}
