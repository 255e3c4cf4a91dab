import { mailAccount } from '../../identity/account/mail-account.ts';
import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { bulk } from '../../platform/send-mail.ts';
import { claimDelivery } from './deliverable.ts';
import { inWords } from './sentence.ts';
import { targetOf } from './target.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** Emails a notification to a person who chose email. A grouped notification is one email. */
export const sendNotificationMail = (app: App, { id }: { id: string }): Promise<void> =>
  inTransaction(app, async (app) => {
    const found = await claimDelivery(app, id, 'mailed_at');
    if (!found) return;
    const { viewer, notification } = found;
    const base = app.config.plazaUrl;
    const token = unsubscribeToken(app, viewer.id);
    await mailAccount(
      app,
      viewer.id,
      () => {
        const words = inWords(notification);
        const lines = [
          `${words}.`,
          ...(notification.excerpt === '' ? [] : [`\n  ${notification.excerpt}`]),
          `\n${base}${targetOf(notification, viewer)}`,
          `\n${t('Unsubscribe from emails of {base}:', { base })} ${base}/notifications/unsubscribe?token=${token}`,
        ];
        return { subject: words, text: lines.join('\n') };
      },
      bulk,
    );
  });
