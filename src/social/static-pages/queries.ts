import type { App } from '../../platform/app.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';

export const selectStaticPages = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('social.static_page')
    .select(['id', 'slug', 'language', 'title', 'body', 'position'])
    .select(['in_footer as inFooter', 'updated_at as updatedAt']);

/**
 * Returns the candidate languages for a reader, best first: those the browser accepts and the site has, then
 * the site's languages in order.
 */
export async function languagesFor(
  app: Pick<App, 'db' | 'config'>,
  acceptLanguage: string,
): Promise<string[]> {
  const { languages } = await getSiteSettings(app);
  const asked = acceptLanguage.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '');
  const first = (text: string) => text.split('-')[0];
  const liked = asked.flatMap((tag) => [
    ...languages.filter((language) => language.toLowerCase() === tag),
    ...languages.filter((language) => tag !== '' && first(language) === first(tag)),
  ]);
  return [...new Set([...liked, ...languages])];
}
