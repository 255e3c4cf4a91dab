import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { parseShort } from '../../record/find-by-short.ts';
import { selectWatched, type ModeratedLink } from './moderated-link.ts';

/**
 * Returns any link, page or code with this short URL, of any owner. An alias alone refers to the default
 * domain.
 */
export async function findAnyLink(
  app: Pick<App, 'db' | 'config'>,
  short: string,
): Promise<ModeratedLink | undefined> {
  const text = short.trim();
  const place = /^\/?qr\/[^/]+$/.test(text)
    ? { host: null, alias: text.replace(/^\//, '') }
    : parseShort(text, app.config.hopUrl);
  if (!place || place.alias === '' || short.includes('\0')) return undefined;
  return selectWatched(app)
    .where('link.alias', '=', place.alias)
    .where('link.deleted_at', 'is', null)
    .where('domain.host', place.host === null ? 'is' : '=', place.host)
    .executeTakeFirst();
}

/** Returns any link, including deleted ones. */
export async function getWatched(app: Pick<App, 'db'>, id: string): Promise<ModeratedLink> {
  const link = await selectWatched(app).where('link.id', '=', id).executeTakeFirst();
  if (!link) throw missing(t('Link'));
  return link;
}
