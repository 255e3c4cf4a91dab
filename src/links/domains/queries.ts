import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Domain } from './domain.ts';

export const selectDomains = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.domain')
    .select([
      'id',
      'host',
      'root_redirect as rootRedirect',
      'missing_redirect as missingRedirect',
      'verified_at as verifiedAt',
      'checked_at as checkedAt',
      'created_at as createdAt',
    ])
    .select((row) => row.ref('scheme').$castTo<Domain['scheme']>().as('scheme'));

/** Returns a domain of this account, or undefined. Domains of other accounts count as missing. */
export const findDomainOf = (
  app: Pick<App, 'db'>,
  accountId: string,
  id: string,
): Promise<Domain | undefined> =>
  selectDomains(app).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();

/**
 * Returns the viewer's domain with this name, with or without a scheme. Null: the default domain. Must be
 * called in the transaction that adds the link, because it locks the domain against deletion.
 */
export async function domainForLink(
  app: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  text: string,
): Promise<Domain | null> {
  const given = text.trim();
  const url = URL.parse(/^https?:\/\//i.test(given) ? given : `https://${given}`);
  const own = new URL(app.config.hopUrl);
  if (url?.hostname === own.hostname && (url.port === own.port || url.port === '')) return null;
  const domain = await selectDomains(app)
    .where('account_id', '=', viewer.id)
    .where('host', '=', url?.hostname ?? '')
    .forKeyShare()
    .executeTakeFirst();
  if (!domain) throw invalid('domain', t('The domain “{given}” is not one of yours', { given }));
  return domain;
}
