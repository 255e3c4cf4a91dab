import type { App } from '../../platform/app.ts';
import { sendMail } from '../../platform/send-mail.ts';

/** Mails somebody about their money, in the transaction in which it moved. */
export async function mailPerson(
  app: Pick<App, 'db'>,
  personId: string,
  message: { subject: string; text: string },
): Promise<void> {
  const person = await app.db
    .selectFrom('identity.account')
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .select('email')
    .executeTakeFirst();
  if (person) await sendMail(app, { to: person.email, ...message });
}
