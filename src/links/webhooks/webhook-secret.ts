import { t } from '../../kernel/translation/translate.ts';
import { seal, unseal } from '../../kernel/secrets.ts';
import { hours } from '../../kernel/time.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { newSecret } from './secret.ts';

/** How long messages are signed with the secret before as well: time to put the new one into the receiver. */
const overlap = hours(24);

/** Makes a new secret, and says it. */
export async function rotateSecret(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<string> {
  const secret = newSecret();
  const now = app.clock.now();
  const changed = await app.db
    .updateTable('links.webhook')
    .set((row) => ({
      secret: seal(app.config.secretKey, secret),
      former_secret: row.ref('secret'),
      former_until: new Date(now.getTime() + overlap),
      shown_at: null,
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw missing(t('Webhook'));
  return secret;
}

/** The secret, the one time that its owner looks; undefined when they have looked before. */
export async function consumeShownSecret(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<string | undefined> {
  return inTransaction(app, async ({ db, clock, config }) => {
    const row = await db
      .selectFrom('links.webhook')
      .select(['secret', 'shown_at'])
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw missing(t('Webhook'));
    if (row.shown_at) return undefined;
    await markSecretShown({ db, clock }, id);
    return unseal(config.secretKey, row.secret);
  });
}

/** Notes that its owner has the secret. */
export async function markSecretShown({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<void> {
  await db.updateTable('links.webhook').set({ shown_at: clock.now() }).where('id', '=', id).execute();
}
