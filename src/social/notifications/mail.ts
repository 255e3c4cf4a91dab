import { sql } from 'kysely';
import { mailAccount } from '../../identity/account/email.ts';
import { findViewer } from '../../identity/account/viewer.ts';
import { Problem } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { bulk } from '../../platform/mail.ts';
import { unsubscribeToken } from './choices.ts';
import { inWords, type Notification, notificationPath } from './notification.ts';
import { getNotification } from './reading.ts';

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
          `\n${base}${notificationPath(notification, viewer)}`,
          `\n${t('Unsubscribe from emails of {base}:', { base })} ${base}/notifications/unsubscribe?token=${token}`,
        ];
        return { subject: words, text: lines.join('\n') };
      },
      bulk,
    );
  });

/**
 * Claims a notification for delivery by email or push, so that it is delivered once. Returns undefined if it
 * was delivered, read or withdrawn, is no longer visible to its receiver, or was switched off since.
 */
export async function claimDelivery(
  app: App,
  id: string,
  by: 'mailed_at' | 'pushed_at',
): Promise<{ viewer: Viewer; notification: Notification } | undefined> {
  const claimed = await app.db
    .updateTable('social.notification as notification')
    .set({ [by]: app.clock.now() })
    .where('id', '=', id)
    .where(by, 'is', null)
    .where('read_at', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('social.notification_choice as choice')
            .whereRef('choice.account_id', '=', 'notification.account_id')
            .whereRef('choice.kind', '=', 'notification.kind')
            .where(by === 'mailed_at' ? 'choice.by_mail' : 'choice.by_push', '=', false)
            .select('choice.kind'),
        ),
      ),
    )
    .returning('account_id')
    .executeTakeFirst();
  const viewer = claimed && (await findViewer(app, claimed.account_id));
  if (!viewer) return undefined;
  const notification = await getNotification(app, viewer, id).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === 'missing') return undefined;
    throw error;
  });
  return notification && { viewer, notification };
}

/** Notifications deleted per statement, with their actors. */
const atOnce = 1000;

/** Deletes notifications after NOTIFICATION_DAYS. */
export async function purgeOldNotifications(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - days(app.config.NOTIFICATION_DAYS));
  for (let deleted = atOnce; deleted === atOnce;) {
    const { rows } = await sql`
      delete from social.notification where id = any(array(
        select id from social.notification where at < ${before} order by at limit ${sql.lit(atOnce)}
      )) returning 1`.execute(app.db);
    deleted = rows.length;
  }
}
