import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import { sameSecret, signature } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';
import { readChoices, saveChoices, type Choices } from './choices/choices.ts';
import { notificationKinds } from '../notify/kinds.ts';

/** What a link in an email proves: that its reader is the one who was written to. It does nothing but end those mails. */
export const unsubscribeToken = ({ config }: Pick<App, 'config'>, accountId: string) =>
  `${accountId}.${signature(config.secretKey.toString('hex'), `no mail to ${accountId}`)}`;

/** The account of an unsubscribe link. */
export function readUnsubscribeToken(app: Pick<App, 'config'>, token: string): string {
  const [accountId = ''] = token.split('.');
  if (!/^\d{1,18}$/.test(accountId) || !sameSecret(token, unsubscribeToken(app, accountId)))
    throw new Problem('missing', t('This link is incomplete. Copy all of it from the email'));
  return accountId;
}

/** Ends all mail about what happens; nothing else changes. */
export async function endMails(app: App, token: string): Promise<void> {
  const accountId = readUnsubscribeToken(app, token);
  const choices = await readChoices(app, accountId);
  await saveChoices(
    app,
    accountId,
    Object.fromEntries(
      notificationKinds.map((kind) => [kind, { ...choices[kind], byMail: false }]),
    ) as Choices,
  );
}
