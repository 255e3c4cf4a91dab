import { addAuditEntry } from '../../identity/operators/audit.ts';
import type { Operator } from '../../identity/operators/settings.ts';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { saveOpenPictures } from '../uploads/uploads.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';

/** A page written by the operator, such as the terms, with one text per language. */
export interface StaticPage {
  /** Digits. */
  id: string;
  /** Path segment: `/static/terms`. */
  slug: string;
  language: string;
  title: string;
  /** Markdown. */
  body: string;
  position: number;
  /** Whether the footer links to the page. */
  inFooter: boolean;
  updatedAt: Date;
}

/** Returns each page once, in the best available language for the reader. */
export async function listStaticPages(app: App, acceptLanguage: string): Promise<StaticPage[]> {
  const languages = await languagesFor(app, acceptLanguage);
  const rank = ({ language }: StaticPage) =>
    languages.includes(language) ? languages.indexOf(language) : languages.length;
  const best = new Map<string, StaticPage>();
  for (const page of await selectStaticPages(app).orderBy('position').orderBy('id').execute()) {
    const known = best.get(page.slug);
    if (!known || rank(page) < rank(known)) best.set(page.slug, page);
  }
  return [...best.values()];
}

/** Returns all texts of all pages for editing. */
export const listAllTexts = (app: App): Promise<StaticPage[]> =>
  selectStaticPages(app).orderBy('position').orderBy('slug').orderBy('language').execute();

/** Returns a page in the best available language for the reader. */
export async function getStaticPage(app: App, slug: string, acceptLanguage: string): Promise<StaticPage> {
  const texts = await selectStaticPages(app).where('slug', '=', slug).orderBy('id').execute();
  const languages = await languagesFor(app, acceptLanguage);
  const inOrder = languages.flatMap((language) => texts.filter((text) => text.language === language));
  const best = inOrder[0] ?? texts[0];
  if (!best) throw missing(msg('Page'));
  return best;
}

const selectStaticPages = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('social.static_page')
    .select(['id', 'slug', 'language', 'title', 'body', 'position'])
    .select(['in_footer as inFooter', 'updated_at as updatedAt']);

/**
 * Returns the candidate languages for a reader, best first: those the browser accepts and the site has, then
 * the site's languages in order.
 */
async function languagesFor(app: App, acceptLanguage: string): Promise<string[]> {
  const { languages } = await getSiteSettings(app);
  const asked = acceptLanguage.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '');
  const first = (text: string) => text.split('-')[0];
  const liked = asked.flatMap((tag) => [
    ...languages.filter((language) => language.toLowerCase() === tag),
    ...languages.filter((language) => tag !== '' && first(language) === first(tag)),
  ]);
  return [...new Set([...liked, ...languages])];
}

type NewStaticPage = Omit<StaticPage, 'id' | 'updatedAt'>;

/** Creates a text, or updates the one with the given id. */
export const saveStaticPage = verb(
  { name: 'static-pages.save', who: 'operator' },
  async (app, operator: Operator, page: NewStaticPage, id?: string): Promise<void> => {
    const { languages } = await getSiteSettings(app);
    if (!languages.includes(page.language))
      throw invalid('language', msg('Choose one of the site’s languages'));
    const row = { ...toRow(page), updated_at: app.clock.now() };
    const write = (app: App) => (id === undefined ? add(app, row) : change(app, id, row));
    const { affected } = await inTransaction(app, write).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      throw new Problem('conflict', msg('This page already exists in this language'), { field: 'slug' });
    });
    if (affected === 0) throw missing(msg('Page'));
    await addAuditEntry(app, operator.id, 'static_page.update', `${page.slug} (${page.language})`);
  },
);

type Row = ReturnType<typeof toRow> & { updated_at: Date };

async function add(app: App, row: Row): Promise<{ affected: number }> {
  const { id } = await app.db
    .insertInto('social.static_page')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveOpenPictures(app, { static_page_id: id }, row.body);
  return { affected: 1 };
}

async function change(app: App, id: string, row: Row): Promise<{ affected: number }> {
  const { numUpdatedRows } = await app.db
    .updateTable('social.static_page')
    .set(row)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows > 0) await saveOpenPictures(app, { static_page_id: id }, row.body);
  return { affected: Number(numUpdatedRows) };
}

/** Maximum number of characters of a page's text. */
export const longestBody = 100_000;

function toRow({ slug, language, title, body, position, inFooter }: NewStaticPage) {
  const name = slug.trim().toLowerCase();
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 60)
    throw invalid('slug', msg('Use letters, digits and hyphens, at most 60'));
  if (title.trim() === '' || title.length > 120)
    throw invalid('title', msg('Enter a title of 1 to 120 characters'));
  if (body.length > longestBody) throw invalid('body', msg('Text can have at most 100,000 characters'));
  return { slug: name, language, title: title.trim(), body, position, in_footer: inFooter };
}

/** Deletes a text permanently and returns it for undo. */
export const deleteStaticPage = verb(
  { name: 'static-pages.delete', who: 'operator' },
  async (app, operator: Operator, id: string): Promise<void> => {
    const gone = await app.db
      .deleteFrom('social.static_page')
      .where('id', '=', id)
      .returning(['slug', 'language'])
      .executeTakeFirst();
    if (!gone) throw missing(msg('Page'));
    await addAuditEntry(app, operator.id, 'static_page.delete', `${gone.slug} (${gone.language})`);
  },
);
