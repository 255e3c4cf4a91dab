import type { App } from '../../platform/app.ts';
import { languagesFor, selectStaticPages } from './queries.ts';
import type { StaticPage } from './static-page.ts';

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
