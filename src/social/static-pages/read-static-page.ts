import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { languagesFor, selectStaticPages } from './queries.ts';
import type { StaticPage } from './static-page.ts';

/** In the language that suits the reader best of those it is written in. */
export async function readStaticPage(app: App, slug: string, acceptLanguage: string): Promise<StaticPage> {
  const texts = await selectStaticPages(app).where('slug', '=', slug).orderBy('id').execute();
  const languages = await languagesFor(app, acceptLanguage);
  const inOrder = languages.flatMap((language) => texts.filter((text) => text.language === language));
  const best = inOrder[0] ?? texts[0];
  if (!best) throw missing(t('Page'));
  return best;
}
