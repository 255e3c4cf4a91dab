import type { App } from '../../platform/app.ts';
import { readSiteSettings } from '../../platform/settings/site-settings.ts';

export const selectStaticPages = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('social.static_page')
    .select(['id', 'slug', 'language', 'title', 'body', 'position'])
    .select(['in_footer as inFooter', 'updated_at as updatedAt']);

/**
 * The languages that a reader may be given, the best one first: what their browser asks for and the place has, then
 * the place's own in their order.
 */
export async function languagesFor(
  app: Pick<App, 'db' | 'config'>,
  acceptLanguage: string,
): Promise<string[]> {
  const { languages } = await readSiteSettings(app);
  const asked = acceptLanguage.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '');
  const first = (text: string) => text.split('-')[0];
  const liked = asked.flatMap((tag) => [
    ...languages.filter((language) => language.toLowerCase() === tag),
    ...languages.filter((language) => tag !== '' && first(language) === first(tag)),
  ]);
  return [...new Set([...liked, ...languages])];
}
