import { newToken } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';
import type { Report } from './audit.ts';

/** Stores a report. Returns its access token. */
export async function saveReport(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string | undefined,
  report: Report,
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
