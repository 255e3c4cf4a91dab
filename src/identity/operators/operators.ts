import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { sendMail } from '../../platform/send-mail.ts';

/** Writes to everybody who runs the place. Sent once the surrounding transaction has committed. */
export async function tellOperators(
  app: Pick<App, 'db'>,
  message: { subject: string; text: string },
): Promise<void> {
  const operators = await app.db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select('account.email')
    .where(sql<boolean>`'operate' = any(role.permissions)`)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .orderBy('account.id')
    .limit(20)
    .execute();
  for (const { email } of operators) await sendMail(app, { to: email, ...message });
}
