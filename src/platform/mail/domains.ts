import { sql } from 'kysely';
import { comparableHost } from '../../kernel/comparable.ts';
import { hours, minutes } from '../../kernel/time.ts';
import type { App } from '../app.ts';

/** A domain that asked to come back later. */
export interface WaitingDomain {
  domain: string;
  deferrals: number;
  retryAt: Date;
  /** What its mail server said. */
  detail: string;
}

/** The first wait for a domain that defers mail. It doubles with each further time, up to the longest. */
const [firstWait, longestWait] = [minutes(1), hours(1)];

export const mailDomainOf = (email: string): string =>
  comparableHost(email.slice(email.lastIndexOf('@') + 1));

/** Until when mail to a domain waits, and how often it was deferred in a row. */
export async function findWait(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  domain: string,
): Promise<{ until: Date | undefined; deferrals: number }> {
  const row = await db
    .selectFrom('system.mail_domain')
    .select(['retry_at', 'deferrals'])
    .where('domain', '=', domain)
    .executeTakeFirst();
  const isOver = !row?.retry_at || row.retry_at <= clock.now();
  return { until: isOver ? undefined : (row.retry_at ?? undefined), deferrals: row?.deferrals ?? 0 };
}

/** Lets mail to a domain wait. What was on its way when the domain deferred does not prolong the wait. */
export async function deferDomain(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  domain: string,
  detail: string,
): Promise<Date> {
  const now = clock.now();
  const { rows } = await sql<{ retry_at: Date }>`
    insert into system.mail_domain as known (domain, deferrals, retry_at, detail)
    values (${domain}, 1, ${new Date(now.getTime() + firstWait)}, ${detail})
    on conflict (domain) do update set
      deferrals = case when known.retry_at > ${now} then known.deferrals else least(known.deferrals + 1, 1000) end,
      retry_at = case when known.retry_at > ${now} then known.retry_at
        else ${now}::timestamptz + least(${longestWait / 1000}, ${firstWait / 1000} * 2 ^ least(known.deferrals, 20)) * interval '1 second' end,
      detail = excluded.detail
    returning retry_at`.execute(db);
  return rows[0]?.retry_at ?? now;
}

/** The domain takes mail again. */
export async function resetDomain({ db }: Pick<App, 'db'>, domain: string): Promise<void> {
  await db
    .updateTable('system.mail_domain')
    .set({ deferrals: 0, retry_at: null, detail: '' })
    .where('domain', '=', domain)
    .execute();
}

/** Takes the next turn of a domain, where `perMinute` limits how much bulk mail it gets. */
export async function takeTurn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  domain: string,
  perMinute: number,
): Promise<Date> {
  const now = clock.now();
  const step = sql`${60 / perMinute} * interval '1 second'`;
  const { rows } = await sql<{ turn: Date }>`
    insert into system.mail_domain as known (domain, next_at) values (${domain}, ${now}::timestamptz + ${step})
    on conflict (domain) do update set next_at = greatest(known.next_at, ${now}) + ${step}
    returning next_at - ${step} as turn`.execute(db);
  return rows[0]?.turn ?? now;
}

/** Domains for which mail waits, the longest wait first. */
export async function listWaitingDomains({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<WaitingDomain[]> {
  return db
    .selectFrom('system.mail_domain')
    .select(['domain', 'deferrals', 'detail'])
    .select(sql<Date>`retry_at`.as('retryAt'))
    .where('retry_at', '>', clock.now())
    .orderBy('retry_at', 'desc')
    .limit(50)
    .execute();
}

/** Forgets domains for which nothing waits. */
export async function purgeDomains({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - hours(24));
  await db
    .deleteFrom('system.mail_domain')
    .where((row) => row.or([row('retry_at', 'is', null), row('retry_at', '<', before)]))
    .where((row) => row.or([row('next_at', 'is', null), row('next_at', '<', before)]))
    .execute();
}
