import { refuseBadUsername, refuseCheckMarks } from '../../identity/account/names.ts';
import { parseProfileUrl } from '../../identity/profile/profile.ts';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { cleanText } from '../../kernel/text.ts';
import { cleanName, isVisible } from '../../kernel/typed-text/clean-name.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { listCategories } from '../categories.ts';

export const longestPageTitle = 80;
export const longestPageAbout = 2000;

/** The details of a page. */
export interface PageContent {
  title: string;
  username: string;
  /** A page category, or empty. */
  category: string;
  about: string;
  website: string;
}

/** Validates and normalizes page details. Throws a `Problem` at the invalid field. */
export async function checkContent(
  app: Pick<App, 'db'>,
  typed: PageContent,
  present: { category: string; username: string; title: string } = { category: '', username: '', title: '' },
): Promise<PageContent> {
  const title = cleanText(cleanName(typed.title), 'title', longestPageTitle);
  if (!isVisible(title)) throw invalid('title', msg('Enter a name'));
  if (title !== present.title) refuseCheckMarks(title, 'title');
  const username = typed.username.trim().replace(/^@/, '');
  // The current username stays valid even if it was reserved since.
  if (username !== present.username) refuseBadUsername(username);
  const website = typed.website.trim();
  return {
    title,
    username,
    category: await checkCategory(app, typed.category.trim(), present.category),
    about: cleanText(typed.about, 'about', longestPageAbout),
    website: website === '' ? '' : parseProfileUrl('website', website),
  };
}

/** Pages keep a category that was hidden from the list. */
async function checkCategory(app: Pick<App, 'db'>, id: string, present: string): Promise<string> {
  if (id === '' || id === present) return id;
  const known = await listCategories(app, 'pages');
  if (!known.some((category) => category.id === id)) throw invalid('category', msg('Choose a category'));
  return id;
}

const taken = () => new Problem('conflict', msg('This username is taken'), { field: 'username' });

/** Throws if the username is taken. Former usernames that redirect to another page are taken too. */
export async function refuseUsedName({ db }: App, username: string, pageId?: string): Promise<void> {
  const other = await db
    .selectFrom('social.page_former_name')
    .where('name', '=', username.toLowerCase())
    .$call(whenGiven(pageId, (query, pageId) => query.where('page_id', '<>', pageId)))
    .select('page_id')
    .executeTakeFirst();
  if (other) throw taken();
}

/** Converts a violation of the unique index, from a concurrent request for the same username. */
export function toNameConflict(error: unknown): unknown {
  return isDuplicate(error, 'page_username') ? taken() : error;
}
