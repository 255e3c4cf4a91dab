import { t } from '../../kernel/translation/translate.ts';
import { randomBytes } from 'node:crypto';
import { Problem } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { parseAppDetails } from './app-details.ts';
import { getReservedNames } from './reserved-names.ts';
import type { AppDetails } from './oauth-app.ts';
import { storeIcon } from './store-icon.ts';

const maxApps = 25;

/** Registers an app and returns its secret. The secret is shown once; only its hash is stored. */
export async function registerApp(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  given: AppDetails,
  files: readonly Upload[] = [],
): Promise<{ id: string; authId: string; secret: string }> {
  const details = parseAppDetails(given, await getReservedNames(app));
  const { count } = await app.db
    .selectFrom('social.oauth_app')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('owner_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxApps)
    throw new Problem('forbidden', t('You already have {maxApps} apps', { maxApps }));
  const secret = newToken();
  const authId = randomBytes(12).toString('hex');
  const { id } = await app.db
    .insertInto('social.oauth_app')
    .values({
      owner_id: viewer.id,
      auth_id: authId,
      secret_hash: tokenHash(secret),
      name: details.name,
      domain: details.domain,
      redirect_url: details.redirectUrl,
      description: details.description,
      category: details.category,
      icon: (await storeIcon(app, viewer, files)) ?? null,
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, authId, secret };
}
