import { t } from '../../kernel/translation/translate.ts';
import { invalid, missing, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import type { StaticPage } from './static-page.ts';

type NewStaticPage = Omit<StaticPage, 'id' | 'updatedAt'>;

/** Creates a text, or updates the one with the given id. */
export async function saveStaticPage(app: App, page: NewStaticPage, id?: string): Promise<void> {
  const { languages } = await getSiteSettings(app);
  if (!languages.includes(page.language)) throw invalid('language', t('Choose one of the site’s languages'));
  const row = { ...toRow(page), updated_at: app.clock.now() };
  const write = (app: App) => (id === undefined ? add(app, row) : change(app, id, row));
  const { affected } = await inTransaction(app, write).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
    throw new Problem('conflict', t('This page already exists in this language'), { field: 'slug' });
  });
  if (affected === 0) throw missing(t('Page'));
}

type Row = ReturnType<typeof toRow> & { updated_at: Date };

async function add({ db }: App, row: Row): Promise<{ affected: number }> {
  await db.insertInto('social.static_page').values(row).execute();
  return { affected: 1 };
}

async function change({ db }: App, id: string, row: Row): Promise<{ affected: number }> {
  const result = await db.updateTable('social.static_page').set(row).where('id', '=', id).executeTakeFirst();
  return { affected: Number(result.numUpdatedRows) };
}

function toRow({ slug, language, title, body, position, inFooter }: NewStaticPage) {
  const name = slug.trim().toLowerCase();
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 60)
    throw invalid('slug', t('Use letters, digits and hyphens, at most 60'));
  if (title.trim() === '' || title.length > 120)
    throw invalid('title', t('Enter a title of 1 to 120 characters'));
  if (body.length > 100_000) throw invalid('body', t('Text can have at most 100,000 characters'));
  return { slug: name, language, title: title.trim(), body, position, in_footer: inFooter };
}
