import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { sendMail } from '../../platform/send-mail.ts';

/** All operators, at most 20. */
export const listOperators = ({ db }: Pick<App, 'db'>): Promise<{ id: string; email: string }[]> =>
  db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select(['account.id', 'account.email'])
    .where(sql<boolean>`'operate' = any(role.permissions)`)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .orderBy('account.id')
    .limit(20)
    .execute();

/** Mails all operators when the surrounding transaction commits. */
export async function notifyOperators(
  app: Pick<App, 'db'>,
  message: { subject: string; text: string },
): Promise<void> {
  for (const { email } of await listOperators(app)) await sendMail(app, { to: email, ...message });
}
