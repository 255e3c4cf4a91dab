import { sql } from 'kysely';
import { Type } from 'typebox';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';

/** A device that was not seen for this long counts as unknown again. */
const deviceIsKnown = days(400);

/** Deletes expired rows, which would otherwise stay forever. */
export async function purgeExpired({ db, clock, config }: App): Promise<void> {
  const now = clock.now();
  await db.deleteFrom('identity.session').where('expires_at', '<=', now).execute();
  await db.deleteFrom('identity.challenge').where('expires_at', '<=', now).execute();
  await db.deleteFrom('identity.passkey_challenge').where('expires_at', '<=', now).execute();
  await db.deleteFrom('identity.provider_message').where('expires_at', '<=', now).execute();
  await db.deleteFrom('identity.provider_request').where('expires_at', '<=', now).execute();
  await db.deleteFrom('identity.mailed_code').where('expires_at', '<=', now).execute();
  await db.deleteFrom('identity.mailed_link').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('identity.reserved_username')
    .where('released_at', '<=', new Date(now.getTime() - days(config.RESERVED_NAME_DAYS)))
    .execute();
  if (config.AUDIT_DAYS > 0)
    await db
      .deleteFrom('identity.audit')
      .where('at', '<', new Date(now.getTime() - days(config.AUDIT_DAYS)))
      // That of a team belongs to its owner.
      .where('workspace_id', 'is', null)
      .execute();
  // The most recent device is never deleted, so the owner is still notified of a sign-in from another one
  // after a long absence.
  await db
    .deleteFrom('identity.known_device as old')
    .where('seen_at', '<', new Date(now.getTime() - deviceIsKnown))
    .where(
      sql<boolean>`exists (select from identity.known_device as newer
        where newer.account_id = old.account_id
          and (newer.seen_at, newer.device_hash) > (old.seen_at, old.device_hash))`,
    )
    .execute();
}

export const purgeExpiredJob = job('identity.purge-expired', Type.Object({}), purgeExpired, {
  cron: '41 * * * *',
  whenFull: true,
});
