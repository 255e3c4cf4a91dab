import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { revokeAllKeys } from '../keys/revoke-all-keys.ts';
import { endOtherSessions } from './sessions.ts';

/** Credentials of an account besides sessions, which its owner can revoke with a password change. */
export interface AlsoEnd {
  keys?: boolean | undefined;
  grants?: boolean | undefined;
  passkeys?: boolean | undefined;
}

export const endEverything: AlsoEnd = { keys: true, grants: true, passkeys: true };

/**
 * Ends all sessions but one, and revokes the selected keys, app grants and passkeys. Called in a transaction.
 */
export async function endAccess(
  app: App,
  accountId: string,
  { keys, grants, passkeys, exceptSession }: AlsoEnd & { exceptSession?: string | undefined },
): Promise<void> {
  await endOtherSessions(app, accountId, exceptSession);
  // Pending sign-ins used the former password.
  await app.db.deleteFrom('identity.challenge').where('account_id', '=', accountId).execute();
  if (keys) await revokeAllKeys(app, accountId);
  if (passkeys) await app.db.deleteFrom('identity.passkey').where('account_id', '=', accountId).execute();
  if (grants)
    await app.db
      .updateTable('identity.account')
      .set({ grants_ended_at: app.clock.now() })
      .where('id', '=', accountId)
      .execute();
}

const recent = days(30);

/** The kinds of access that the form preselects: those with an addition within the last 30 days. */
export async function proposeToEnd({ db, clock }: App, accountId: string): Promise<AlsoEnd> {
  const since = new Date(clock.now().getTime() - recent);
  const { keys, passkeys } = await db
    .selectNoFrom((row) => [
      row
        .exists(
          row
            .selectFrom('identity.access_key')
            .select('id')
            .where('account_id', '=', accountId)
            .where('revoked_at', 'is', null)
            .where('created_at', '>', since),
        )
        .as('keys'),
      row
        .exists(
          row
            .selectFrom('identity.passkey')
            .select('id')
            .where('account_id', '=', accountId)
            .where('created_at', '>', since),
        )
        .as('passkeys'),
    ])
    .executeTakeFirstOrThrow();
  return { keys: Boolean(keys), passkeys: Boolean(passkeys), grants: true };
}
