import { normalize } from '../../../kernel/text.ts';
import type { App } from '../../../platform/app.ts';
import { shortAddress } from '../../record/link.ts';
import { getLinks } from '../../redirect/get-links.ts';

/** Returns the address of an active short link on the request's host. '' means the default domain. */
export async function findShortAddress(
  app: Pick<App, 'db' | 'config'>,
  host: string,
  text: string,
): Promise<string | undefined> {
  const alias = normalize(text, 'NFC');
  const domain = await app.db
    .selectFrom('links.domain')
    .select(['scheme', 'host'])
    .where('host', '=', host)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  const [link] = await getLinks(app, [{ host: domain?.host ?? '', alias }]);
  if (!link || link.isDisabled || link.isSuspended) return undefined;
  return shortAddress(app.config, { domain: domain ? `${domain.scheme}://${domain.host}` : null, alias });
}
