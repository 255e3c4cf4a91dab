import Bowser from 'bowser';
import { sql } from 'kysely';
import { createHmac } from 'node:crypto';
import { msg, Problem } from '../../kernel/problem.ts';
import { toLine } from '../../kernel/text.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { DeviceTraits } from '../../platform/limit-counters.ts';
import { WorkQueue } from '../../platform/work-queue.ts';
import { mailAccount } from '../account/email.ts';
import type { Device } from './sessions.ts';

/**
 * Records use at most this often, which saves writes and stays within the five minutes that count as
 * "online".
 */
const recordInterval = minutes(2);

/** Runs in the background. Excess writes are dropped and left to the next request. */
const writes = new WorkQueue({
  concurrency: 2,
  concurrencyPerOwner: 1,
  maxWaiting: 500,
  maxWaitingPerOwner: 0,
  timeout: seconds(10),
  message: msg('Too many requests. Try again shortly.'),
  retryAfter: 1,
});

interface UsedSession {
  id: string;
  accountId: string;
  lastUsedAt: Date;
  /** Lifetime from now, in milliseconds. */
  life: number;
}

/** Records in the background that a session was used and its owner was online. */
export function recordUse(app: App, session: UsedSession): void {
  const now = app.clock.now();
  if (now.getTime() - session.lastUsedAt.getTime() <= recordInterval) return;
  writes
    .run(session.accountId, () => writeUse(app, session, now))
    .catch((error: unknown) => {
      // The owner's next request records it.
      if (!(error instanceof Problem)) app.log.warn({ err: error }, 'could not record the use of a session');
    });
}

async function writeUse({ db, config }: App, { id, accountId, life }: UsedSession, now: Date): Promise<void> {
  await db
    .with('used', (query) =>
      query
        .updateTable('identity.session')
        .set({
          last_used_at: now,
          expires_at: sql<Date>`least(${new Date(now.getTime() + life)}::timestamptz,
            created_at + make_interval(days => ${config.SESSION_DAYS}::integer))`,
        })
        .where('id', '=', id),
    )
    .updateTable('identity.account')
    .set({ last_seen_at: now })
    .where('id', '=', accountId)
    .execute();
}

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

/** Returns a readable device name: the one sent by the app, else browser and system from the user agent. */
export function deviceName({ deviceName, userAgent }: { deviceName: string; userAgent: string }): string {
  if (deviceName) return deviceName;
  if (!userAgent) return t('Unknown device');
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || userAgent.slice(0, 40);
}
