import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { getTitle } from '../../identity/account/titled-lists.ts';
import { Problem } from '../../kernel/problem.ts';
import { tokenHash } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';
import { selectLiveTokens } from './queries.ts';

/** Returns the profile of the token's person, as shared with apps. */
export async function getUserInfo(app: App, token: string) {
  const account = await selectLiveTokens(app)
    .innerJoin('identity.account as account', 'account.id', 'permit.account_id')
    .where('token.kind', '=', 'access')
    .where('token.token_hash', '=', tokenHash(token))
    .select(['account.id', 'username', 'email', 'first_name', 'last_name', 'gender'])
    .select(sql<string | null>`birthdate::text`.as('birthdate'))
    .select(['picture', 'cover', 'registered_at', 'verified_at', 'relationship', 'biography', 'website'])
    .executeTakeFirst();
  if (!account)
    throw new Problem('unauthenticated', t('The access_token is invalid or has expired'), {
      code: 'invalid_token',
    });
  return { ...account, gender: await getTitle(app, 'gender', account.gender) };
}
