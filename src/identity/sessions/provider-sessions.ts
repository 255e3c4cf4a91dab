import { tokenHash } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

/** The provider's session behind a session, for signing out on either side. */
export interface ProviderSession {
  /** Id of the provider here. */
  id: string;
  subject: string;
  sid: string;
  /** In base64, encrypted. */
  idTokenSealed: string;
  /** When the person last proved to the provider who they are, in milliseconds. */
  authenticatedAt: number | undefined;
}

/** Remembers the provider's session behind a new session. */
export async function recordProvider(
  { db }: App,
  sessionId: string,
  provider: ProviderSession,
): Promise<void> {
  const { id, subject, sid, idTokenSealed, authenticatedAt } = provider;
  await db
    .insertInto('identity.provider_session')
    .values({
      session_id: sessionId,
      provider_id: id,
      subject,
      sid,
      id_token_sealed: idTokenSealed === '' ? null : Buffer.from(idTokenSealed, 'base64'),
      authenticated_at: authenticatedAt === undefined ? null : new Date(authenticatedAt),
    })
    .execute();
}

const freshness = minutes(10);

/**
 * Whether the person behind a session proved who they are within the last ten minutes: by signing in here, or to the
 * provider that they signed in with.
 */
export async function isFresh({ db, clock }: App, accountId: string, token: string): Promise<boolean> {
  const since = new Date(clock.now().getTime() - freshness);
  const session = await db
    .selectFrom('identity.session as session')
    .leftJoin('identity.provider_session as provider', 'provider.session_id', 'session.id')
    .select('session.id')
    .where('session.token_hash', '=', tokenHash(token))
    .where('session.account_id', '=', accountId)
    .where('session.created_at', '>', since)
    .where((row) =>
      row.or([row('provider.session_id', 'is', null), row('provider.authenticated_at', '>', since)]),
    )
    .executeTakeFirst();
  return session !== undefined;
}
