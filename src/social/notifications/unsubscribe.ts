import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import { sameSecret, signature } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';
import { getChoices, saveChoices, type Choices } from './choices/choices.ts';
import { notificationKinds } from '../notify/kinds.ts';

/** The token of an unsubscribe link, which authenticates the receiver only to end notification emails. */
export const unsubscribeToken = ({ config }: Pick<App, 'config'>, accountId: string) =>
  `${accountId}.${signature(config.secretKey.toString('hex'), `no mail to ${accountId}`)}`;

/** Returns the account of an unsubscribe token. */
export function getUnsubscribeToken(app: Pick<App, 'config'>, token: string): string {
  const [accountId = ''] = token.split('.');
  if (!/^\d{1,18}$/.test(accountId) || !sameSecret(token, unsubscribeToken(app, accountId)))
    throw new Problem('missing', t('This link is incomplete. Copy all of it from the email.'));
  return accountId;
}

/** Ends all notification emails of an account and changes nothing else. */
export async function endMails(app: App, token: string): Promise<void> {
  const accountId = getUnsubscribeToken(app, token);
  const choices = await getChoices(app, accountId);
  await saveChoices(
    app,
    accountId,
    Object.fromEntries(
      notificationKinds.map((kind) => [kind, { ...choices[kind], byMail: false }]),
    ) as Choices,
  );
}
