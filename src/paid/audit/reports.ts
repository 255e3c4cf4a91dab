import { Type } from 'typebox';
import type { ArchiveSection } from '../../platform/archive/section.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { sql } from 'kysely';
import { missing } from '../../kernel/problem.ts';
import { newToken } from '../../kernel/secrets.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { CursorPage } from '../../platform/database/queries.ts';
import type { AuditFinding, AuditReport } from './audit.ts';

export interface StoredReport {
  token: string;
  createdAt: Date;
  report: AuditReport;
}

export async function getAuditReport({ db }: Pick<App, 'db'>, token: string): Promise<StoredReport> {
  const row = await db
    .selectFrom('paid.audit')
    .select(['token', 'created_at', 'report'])
    .where('token', '=', token)
    .executeTakeFirst();
  if (!row) throw missing('Report');
  return { token: row.token, createdAt: row.created_at, report: row.report as unknown as AuditReport };
}

export interface PastAudit {
  token: string;
  host: string;
  score: number;
  grade: string;
  createdAt: Date;
  /** The previous report on the same site, or undefined if there is none. */
  previous: { token: string; score: number } | undefined;
}

const atOnce = 30;

/** Lists a member's audits, newest first, optionally of one site. */
export async function listAudits(
  { db }: Pick<App, 'db'>,
  accountId: string,
  { host, before }: { host?: string | undefined; before?: string | undefined } = {},
): Promise<CursorPage<PastAudit>> {
  const rows = await db
    .selectFrom('paid.audit as audit')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('paid.audit as earlier')
          .whereRef('earlier.account_id', '=', 'audit.account_id')
          .whereRef('earlier.host', '=', 'audit.host')
          .whereRef('earlier.id', '<', 'audit.id')
          .orderBy('earlier.id', 'desc')
          .limit(sql.lit(1))
          .select(['earlier.token as previous_token', 'earlier.score as previous_score'])
          .as('previous'),
      (join) => join.onTrue(),
    )
    .where('audit.account_id', '=', accountId)
    .$if(host !== undefined, (query) => query.where('audit.host', '=', host ?? ''))
    .$if(before !== undefined, (query) => query.where('audit.id', '<', before ?? ''))
    .orderBy('audit.id', 'desc')
    .limit(sql.lit(atOnce + 1))
    .select([
      'audit.id',
      'audit.token',
      'audit.host',
      'audit.score',
      'audit.grade',
      'audit.created_at',
      'previous_token',
      'previous_score',
    ])
    .execute();
  const shown = rows.slice(0, atOnce);
  return {
    items: shown.map((row) => ({
      token: row.token,
      host: row.host,
      score: row.score,
      grade: row.grade,
      createdAt: row.created_at,
      previous:
        row.previous_token === null
          ? undefined
          : { token: row.previous_token, score: row.previous_score ?? 0 },
    })),
    next: rows.length > atOnce ? shown.at(-1)?.id : undefined,
  };
}

/** Returns the latest grade of a site, regardless of the buyer, or undefined if there is none. */
export const findGrade = ({ db }: Pick<App, 'db'>, host: string) =>
  db
    .selectFrom('paid.audit')
    .select(['grade', 'score'])
    .where('host', '=', host)
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();

/** Stores a report. Returns its access token. */
export async function saveReport(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string | undefined,
  report: AuditReport,
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('paid.audit')
    .values({
      token,
      account_id: accountId ?? null,
      host: new URL(report.url).host,
      score: report.score,
      grade: report.grade,
      report: JSON.stringify(report),
      created_at: clock.now(),
    })
    .execute();
  return token;
}

interface Change {
  id: string;
  title: string;
  from: AuditFinding['status'];
  to: AuditFinding['status'];
  evidence: string;
}

/** Returns the checks that differ between two reports. */
export function compareReports(older: AuditReport, newer: AuditReport): Change[] {
  const before = new Map(older.checks.map((check) => [check.id, check.status]));
  return newer.checks.flatMap(({ id, title, status, evidence }) => {
    const from = before.get(id);
    return from === undefined || from === status ? [] : [{ id, title, from, to: status, evidence }];
  });
}

const purgedAtOnce = 1000;

/** Deletes reports of visitors after a month and those of members after two years, in batches. */
export async function purgeReports({ db, clock }: App): Promise<void> {
  const before = (count: number) => new Date(clock.now().getTime() - days(count));
  for (;;) {
    const { rows } = await sql`
      delete from paid.audit where id in (
        select id from paid.audit
        where created_at < ${before(30)} and (account_id is null or created_at < ${before(730)})
        limit ${sql.lit(purgedAtOnce)})
      returning id`.execute(db);
    if (rows.length < purgedAtOnce) return;
  }
}

export const auditJobs = [job('paid.purge-audits', Type.Object({}), purgeReports, { cron: '47 4 * * *' })];

/** A person's audits in their data export. */
export const auditSections = (_app: App, accountId: string): ArchiveSection[] => [
  {
    name: 'website-audits',
    title: 'Website audits',
    about: 'Sites you audited, with their scores.',
    rows: sql`select host as site, score, grade, created_at
      from paid.audit where account_id = ${accountId} order by id desc`,
  },
];
