import { t } from '../../kernel/translation/translate.ts';
import { seal, unseal } from '../../kernel/secrets.ts';
import { hours } from '../../kernel/time.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { newSecret } from './secret.ts';

/**
 * How long messages are also signed with the previous secret, so that receivers can switch to the new one.
 */
const overlap = hours(24);

/** Generates and returns a new secret. */
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

/** Returns the secret once. Returns undefined if the owner has already seen it. */
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

/** Records that the owner has seen the secret. */
export async function markSecretShown({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<void> {
  await db.updateTable('links.webhook').set({ shown_at: clock.now() }).where('id', '=', id).execute();
}
