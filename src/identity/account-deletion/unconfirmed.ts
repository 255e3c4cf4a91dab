import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { Type } from 'typebox';
import { days } from '../../kernel/time.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { job, type Job } from '../../platform/jobs/jobs.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { type Erasers, eraseEverything } from './erasing.ts';

/** SQL: whether the account whose id is in a column has something of its own on a service. */
type HasContent = (accountId: string) => RawBuilder<SqlBool>;

interface Services {
  erasers: Erasers;
  hasContent: readonly HasContent[];
}

/** Maximum accounts deleted in one run. The rest wait for the next run. */
const maxAtOnce = 100;

/** The job that deletes accounts whose address was never confirmed, so that their names become free. */
export const unconfirmedAccountsJob = (services: Services): Job =>
  job('identity.delete-unconfirmed', Type.Object({}), (app) => deleteUnconfirmed(app, services), {
    cron: '53 * * * *',
  });

/**
 * Deletes accounts that waited `UNCONFIRMED_ACCOUNT_DAYS` for the confirmation of their address. Keeps what has
 * content, a team or a role, is suspended, was used in these days by a session or a key, or only waits for approval.
 */
export async function deleteUnconfirmed(app: App, { erasers, hasContent }: Services): Promise<void> {
  const waited = app.config.UNCONFIRMED_ACCOUNT_DAYS;
  if (waited === 0 || !(await getSiteSettings(app)).activation) return;
  const before = new Date(app.clock.now().getTime() - days(waited));
  for (const id of await listUnconfirmed(app, before, hasContent)) {
    await inTransaction(app, async (app) => {
      // Whoever confirms the address in this moment keeps the account.
      const locked = await app.db
        .selectFrom('identity.account')
        .select('id')
        .where('id', '=', id)
        .where('activated_at', 'is', null)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (locked) await eraseEverything(app, id, erasers);
    });
    app.log.info({ account: id }, 'deleted an account whose address was never confirmed');
  }
}

async function listUnconfirmed(
  { db }: App,
  before: Date,
  hasContent: readonly HasContent[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('identity.account as account')
    .select('account.id')
    .where('account.activated_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .where('account.registered_at', '<', before)
    .where('account.suspended_at', 'is', null)
    .where('account.role', '=', 'member')
    .where(isUnused(before))
    .where((row) => row.not(row.or(hasContent.map((has) => has('account.id')))))
    .orderBy('account.registered_at')
    .limit(maxAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}

const isUnused = (before: Date) => sql<SqlBool>`not exists (
    select from identity.session where session.account_id = account.id and session.last_used_at >= ${before})
  and not exists (select from identity.access_key where access_key.account_id = account.id and access_key.last_used_at >= ${before})
  and not exists (select from identity.registration_request as request
    where request.account_id = account.id and request.confirmed_at is not null)
  and not exists (select from identity.team_member where account.id in (team_member.owner_id, team_member.member_id))
  and not exists (select from identity.deletion_request where deletion_request.account_id = account.id)`;
