import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { appealToken } from './appeals/token.ts';

interface Suspension {
  caseId: string;
  accountId: string;
  message: string;
  /** Null: until somebody ends it. */
  until: Date | null;
}

/** Whoever is suspended cannot sign in: the mail says why, and has the way to an appeal. */
export async function mailSuspension(
  app: App,
  { caseId, accountId, message, until }: Suspension,
): Promise<void> {
  const base = app.config.plazaUrl;
  await mailTo(app, accountId, {
    subject: t('Your account is suspended'),
    text: `A moderator has suspended your account at ${base}${until ? ` until ${until.toISOString().slice(0, 10)}` : ''}:

  ${message.replaceAll('\n', '\n  ')}

If you think this is a mistake, you can appeal once, and a different moderator will review it:
${base}/appeals/${caseId}?token=${appealToken(app, caseId)}`,
  });
}

/** Writes to somebody who may be suspended. */
export async function mailTo(
  app: App,
  accountId: string,
  message: { subject: string; text: string },
): Promise<void> {
  const found = await app.db
    .selectFrom('identity.account')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select('email')
    .executeTakeFirst();
  if (found) await sendMail(app, { to: found.email, ...message });
}
