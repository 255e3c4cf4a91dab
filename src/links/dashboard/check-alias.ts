import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { domainForLink } from '../domains/domain.ts';
import { parseAlias, shortestImported } from '../record/fields/alias.ts';
import type { AliasState } from './views/builder-preview.ts';

/**
 * Returns whether an alias is available, and if not, why. A link's own alias is available to it. Undefined:
 * no alias was entered.
 */
export async function checkAlias(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  { custom = '', domain = '' }: { custom?: string | undefined; domain?: string | undefined },
  ownId?: string,
): Promise<AliasState | undefined> {
  if (custom.trim() === '') return undefined;
  try {
    const isOwn = ownId !== undefined && (await aliasOf(app, ownId)) === custom.trim();
    const alias = parseAlias(custom, isOwn ? shortestImported : undefined);
    const place = domain.trim() ? await domainForLink(app, viewer, domain) : null;
    const taken = await app.db
      .selectFrom('links.link')
      .select('id')
      .where((row) => row.fn.coalesce('domain_id', row.val('0')), '=', place?.id ?? '0')
      .where('alias', '=', alias)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!taken || taken.id === ownId) return { isFree: true };
    return { isFree: false, reason: t('“{alias}” is taken.', { alias }) };
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { isFree: false, reason: error.message };
    throw error;
  }
}

async function aliasOf({ db }: Pick<App, 'db'>, id: string): Promise<string | undefined> {
  const link = await db.selectFrom('links.link').select('alias').where('id', '=', id).executeTakeFirst();
  return link?.alias;
}
