import { mailAccount } from '../../identity/account/mail-account.ts';
import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { appealToken } from './appeals/token.ts';

interface Suspension {
  caseId: string;
  accountId: string;
  message: string;
  /** Null for an indefinite suspension. */
  until: Date | null;
}

/** Emails a suspended person, who cannot sign in, the reason and the link to appeal. */
export async function mailSuspension(
  app: App,
  { caseId, accountId, message, until }: Suspension,
): Promise<void> {
  const base = app.config.plazaUrl;
  await mailAccount(app, accountId, () => ({
    subject: t('Your account is suspended'),
    text: t(
      'A moderator has suspended your account at {base}{until, select, never {} other { until {until}}}:\n\n  {message}\n\nIf you think this is a mistake, you can appeal once, and a different moderator will review it:\n{address}',
      {
        base,
        until: until?.toISOString().slice(0, 10) ?? 'never',
        message: message.replaceAll('\n', '\n  '),
        address: `${base}/appeals/${caseId}?token=${appealToken(app, caseId)}`,
      },
    ),
  }));
}
