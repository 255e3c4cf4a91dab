import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import { sameSecret, signature } from '../../../kernel/secrets.ts';
import type { App } from '../../../platform/app.ts';

/** The token of a suspension email. It authorizes one appeal. */
export const appealToken = ({ config }: Pick<App, 'config'>, caseId: string): string =>
  signature(config.secretKey.toString('hex'), `appeal ${caseId}`);

export function checkAppealToken(app: Pick<App, 'config'>, caseId: string, token: string): void {
  if (!sameSecret(token, appealToken(app, caseId)))
    throw new Problem('missing', t('This link is incomplete. Copy all of it from the email.'));
}
