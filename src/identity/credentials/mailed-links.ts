import { newToken, tokenHash } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';

/** The purposes of a mailed link. */
type LinkPurpose = 'password' | 'email-undo';

interface MailedLink<T> {
  accountId: string;
  detail: T;
  createdAt: Date;
}

/** Stores a link and returns its token, which only the email contains. */
export async function createMailedLink(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string,
  { purpose, detail, life }: { purpose: LinkPurpose; detail: object; life: number },
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  await db
    .insertInto('identity.mailed_link')
    .values({
      token_hash: tokenHash(token),
      account_id: accountId,
      purpose,
      detail: JSON.stringify(detail),
      created_at: now,
      expires_at: new Date(now.getTime() + life),
    })
    .execute();
  return token;
}

export async function findMailedLink<T>(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  purpose: LinkPurpose,
  token: string,
): Promise<MailedLink<T> | undefined> {
  const row = await db
    .selectFrom('identity.mailed_link')
    .select(['account_id', 'detail', 'created_at'])
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return row && { accountId: row.account_id, detail: row.detail as T, createdAt: row.created_at };
}

/**
 * Deletes a link, so it works only once, and returns its details. Call in the same transaction as the change
 * it confirms.
 */
export async function useMailedLink<T>(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  purpose: LinkPurpose,
  token: string,
): Promise<MailedLink<T> | undefined> {
  const row = await db
    .deleteFrom('identity.mailed_link')
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock.now())
    .returning(['account_id', 'detail', 'created_at'])
    .executeTakeFirst();
  return row && { accountId: row.account_id, detail: row.detail as T, createdAt: row.created_at };
}
