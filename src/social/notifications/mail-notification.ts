import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { bulk, sendMail } from '../../platform/send-mail.ts';
import { claimDelivery } from './deliverable.ts';
import { inWords } from './sentence.ts';
import { targetOf } from './target.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** Tells somebody by mail what they asked to be told that way. One mail for all that one row takes in. */
export const sendNotificationMail = (app: App, { id }: { id: string }): Promise<void> =>
  inTransaction(app, async (app) => {
    const found = await claimDelivery(app, id, 'mailed_at');
    if (!found) return;
    const { viewer, notification } = found;
    const { email } = await app.db
      .selectFrom('identity.account')
      .where('id', '=', viewer.id)
      .select('email')
      .executeTakeFirstOrThrow();
    const base = app.config.plazaUrl;
    const words = inWords(notification);
    await sendMail(
      app,
      {
        to: email,
        subject: words,
        text: `${words}.
${notification.excerpt === '' ? '' : `\n  ${notification.excerpt}\n`}
${base}${targetOf(notification, viewer)}

Unsubscribe from emails of ${base}: ${base}/notifications/unsubscribe?token=${unsubscribeToken(app, viewer.id)}`,
      },
      bulk,
    );
  });
