import { sql } from 'kysely';
import { inLanguage, readerLanguage } from '../../kernel/translation/languages.ts';
import type { App } from '../../platform/app.ts';
import { sendMail } from '../../platform/send-mail.ts';

/** All operators, at most 20. */
export const listOperators = ({
  db,
}: Pick<App, 'db'>): Promise<{ id: string; email: string; language: string }[]> =>
  db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select(['account.id', 'account.email', 'account.language'])
    .where(sql<boolean>`'operate' = any(role.permissions)`)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .orderBy('account.id')
    .limit(20)
    .execute();

/** Mails all operators, each in their language, when the surrounding transaction commits. */
export async function notifyOperators(
  app: Pick<App, 'db'>,
  write: () => { subject: string; text: string },
): Promise<void> {
  for (const { email, language } of await listOperators(app))
    await sendMail(app, { to: email, ...inLanguage(readerLanguage(language), write) });
}
