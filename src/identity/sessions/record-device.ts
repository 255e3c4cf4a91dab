import { t } from '../../kernel/translation/translate.ts';
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { toLine } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import type { DeviceTraits } from '../../platform/limits/device-key.ts';
import { mailAccount } from '../account/mail-account.ts';
import type { Device } from './sessions.ts';

/** Records the device of a sign-in and notifies the owner by email if it is new. */
export async function recordDevice(app: App, accountId: string, device: Device): Promise<void> {
  const { db, clock } = app;
  const seen = { device_hash: hashOf(app, accountId, device), seen_at: clock.now() };
  const { rows } = await sql<{ is_new: boolean; is_first: boolean }>`
    with known as (
      select count(*) as count, coalesce(bool_or(device_hash = ${seen.device_hash}), false) as has
      from identity.known_device where account_id = ${accountId}
    ), noted as (
      insert into identity.known_device (account_id, device_hash, seen_at)
      values (${accountId}, ${seen.device_hash}, ${seen.seen_at})
      on conflict (account_id, device_hash) do update set seen_at = excluded.seen_at
    )
    select not has as is_new, count = 0 as is_first from known`.execute(db);
  if (rows[0]?.is_new && !rows[0].is_first) await sendNotice(app, accountId, device);
}

/** Returns a rate limit key for the device if it has signed in to the account before. */
export async function findKnownDevice(
  app: App,
  accountId: string,
  device: DeviceTraits,
): Promise<string | undefined> {
  const hash = hashOf(app, accountId, device);
  const row = await app.db
    .selectFrom('identity.known_device')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', hash)
    .executeTakeFirst();
  return row && hash.toString('base64url');
}

/**
 * Hashes the kind of browser and the surrounding network, so a browser update or a new IP lease does not
 * count as a new device.
 */
function hashOf({ config }: App, accountId: string, { userAgent, name = '', address }: DeviceTraits): Buffer {
  const browser = userAgent.replace(/[\d.]+/g, '');
  const network = address.includes(':')
    ? address.split(':').slice(0, 3).join(':')
    : address.split('.').slice(0, 2).join('.');
  return createHmac('sha256', config.secretKey)
    .update(`device ${accountId} ${browser} ${name} ${network}`)
    .digest();
}

/** In the account's language, because the person signing in may be someone else. */
const sendNotice = (app: App, accountId: string, { userAgent, name, address }: Device): Promise<void> =>
  mailAccount(app, accountId, ({ firstName }) => ({
    subject: t('New sign-in to your account'),
    text: t(
      'Hello {first_name},\n\nSomeone signed in to your account from a new device or location:\n\n  {device}\n  {address}\n\nIf this was you, no action is needed. If not, change your password at\n{plazaUrl}/forgot\nwhich signs out every session, including this one.',
      {
        first_name: firstName,
        device: [name, toLine(userAgent).slice(0, 200)].filter(Boolean).join(', '),
        address,
        plazaUrl: app.config.plazaUrl,
      },
    ),
  }));
