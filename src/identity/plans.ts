import { sql } from 'kysely';
import { Type } from 'typebox';
import { invalid, missing, Problem, msg } from '../kernel/problem.ts';
import { t } from '../web/translation/translate.ts';
import { type App, verb, inTransaction } from '../platform/app.ts';
import { isDuplicate } from '../platform/database/errors.ts';
import { job } from '../platform/jobs/jobs.ts';
import { addAuditEntry } from './operators/audit.ts';

/**
 * Countable features that a plan can limit, with their names. A limit applies to all of an account's requests, by
 * page or API.
 */
export const limitable = () =>
  ({
    links: t('Links'),
    domains: t('Domains'),
    qr: t('QR codes'),
    bio: t('Bio pages'),
    channels: t('Channels'),
    campaigns: t('Campaigns'),
    webhooks: t('Webhooks'),
    utmtemplates: t('UTM templates'),
  }) as const;
type Limitable = keyof ReturnType<typeof limitable>;
export const limitables = Object.keys(limitable()) as Limitable[];

export interface Plan {
  name: string;
  /** Calls to Hop's API per minute. Null: the setting `HOP_RATE_LIMIT`. */
  calls: number | null;
  /** Features not listed are unlimited. */
  max: Partial<Record<Limitable, number>>;
}

/** The default plans of members and operators, which cannot be deleted. */
export const lastingPlans: readonly string[] = ['free', 'pro'];

/** The plan of accounts without an assigned plan, for queries that join their `role`. */
export const planByRole = sql<string>`case when 'operate' = any (role.permissions) then 'pro' else 'free' end`;

/** The plan of an account and when it expires. Undefined: never. */
export async function getPlan(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string,
): Promise<{ name: string; expiresAt: Date | undefined }> {
  const found = await listPlansOf({ db, clock }, [accountId]);
  return found.get(accountId) ?? { name: 'free', expiresAt: undefined };
}

/** The plans of several accounts, by their ids. */
export async function listPlansOf(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountIds: readonly string[],
): Promise<Map<string, { name: string; expiresAt: Date | undefined }>> {
  const { rows } = await sql<{ id: string; name: string; expires_at: Date | null }>`
    select account.id, coalesce(given.plan, ${planByRole}) as name, given.expires_at
    from identity.account join identity.role on role.name = account.role
    left join identity.account_plan as given on given.account_id = account.id
      and (given.expires_at is null or given.expires_at > ${clock.now()})
    where account.id = any(${accountIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name, expires_at }) => [id, { name, expiresAt: expires_at ?? undefined }]));
}

export async function listPlans({ db }: Pick<App, 'db'>): Promise<(Plan & { accounts: number })[]> {
  const rows = await db
    .selectFrom('identity.plan as plan')
    .select(['plan.name', 'plan.calls', 'plan.limits'])
    .select((row) =>
      row
        .selectFrom('identity.account_plan')
        .select(sql<number>`count(*)::float8`.as('count'))
        .whereRef('identity.account_plan.plan', '=', 'plan.name')
        .as('accounts'),
    )
    .orderBy('plan.name')
    .execute();
  return rows.map(({ limits, accounts, ...row }) => ({
    ...row,
    max: limits as Plan['max'],
    accounts: accounts ?? 0,
  }));
}

/**
 * Creates a plan or changes the one with this name. Accounts over its limits keep what they have but cannot
 * add more.
 */
export const setPlan = verb(
  { name: 'plans.set', who: 'operator' },
  async (app: App, operatorId: string, { name, calls, max }: Plan): Promise<void> => {
    if (!/^[a-z0-9][a-z0-9-]{0,29}$/.test(name))
      throw invalid('name', msg('Use lowercase letters, digits and hyphens'));
    const limits = JSON.stringify(max);
    await inTransaction(app, async (app) => {
      await app.db
        .insertInto('identity.plan')
        .values({ name, calls, limits })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ calls, limits }))
        .execute();
      await addAuditEntry(app, operatorId, 'plan.update', name);
    });
  },
);

export const deletePlan = verb(
  { name: 'plans.delete', who: 'operator' },
  async (app, operatorId: string, name: string) => {
    if (lastingPlans.includes(name))
      throw new Problem('conflict', msg('The plan {name} cannot be deleted', { name }));
    await inTransaction(app, async (app) => {
      const deleted = await app.db
        .deleteFrom('identity.plan')
        .where('name', '=', name)
        .returning('name')
        .executeTakeFirst();
      if (!deleted) throw missing(msg('Plan'));
      await addAuditEntry(app, operatorId, 'plan.delete', name);
    }).catch((error: unknown) => {
      throw isStillUsed(error) ? new Problem('conflict', msg('This plan is in use')) : error;
    });
  },
);

const isStillUsed = (error: unknown) =>
  ['23503', '23001'].includes(String((error as { code?: unknown }).code));

/** Assigns a plan to an account, until a date or permanently. */
export const assignPlan = verb(
  { name: 'plans.assign', who: 'operator' },
  async (
    app,
    operatorId: string,
    { username, plan, expiresAt }: { username: string; plan: string; expiresAt: Date | undefined },
  ) => {
    const now = app.clock.now();
    if (expiresAt && expiresAt <= now) throw invalid('until', msg('The expiry date must be in the future'));
    await inTransaction(app, async (app) => {
      const account = await app.db
        .selectFrom('identity.account')
        .select('id')
        .where(sql`lower(username)`, '=', username.trim().replace(/^@/, '').toLowerCase())
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!account) throw invalid('username', msg('No account has this username'));
      const given = { plan, expires_at: expiresAt ?? null, assigned_at: now };
      await app.db
        .insertInto('identity.account_plan')
        .values({ account_id: account.id, ...given })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(given))
        .execute();
      await addAuditEntry(app, operatorId, 'plan.assign', username, plan);
    }).catch((error: unknown) => {
      throw isStillUsed(error) || isDuplicate(error) ? invalid('plan', msg('Unknown plan')) : error;
    });
  },
);

/** Deletes expired plan assignments, so the limits of `free` apply again. */
export async function endPlans({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('identity.account_plan').where('expires_at', '<=', clock.now()).execute();
}

export const planJobs = [job('identity.end-plans', Type.Object({}), endPlans, { cron: '*/10 * * * *' })];
