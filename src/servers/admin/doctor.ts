import { getBackups } from '../../identity/backups/backups.ts';
import { minutes } from '../../kernel/time.ts';
import { countWaiting, findWaiting } from '../../links/clicks/store/shipments.ts';
import type { App } from '../../platform/app.ts';
import { getArchive } from '../../platform/backup/record.ts';
import { databaseChecks } from '../../platform/operations/database-checks.ts';
import { failing, type Finding, type CheckFinding, warning } from '../../platform/operations/finding.ts';
import { machineChecks } from '../../platform/operations/machine-checks.ts';
import { checkLedger } from '../../social/wallet/balances.ts';

const ledger = async (app: App): Promise<CheckFinding[]> =>
  (await checkLedger(app)).mistakes.map(({ where, message }) =>
    failing(`The ledger is wrong: ${where} ${message}.`, 'Stop payouts, and compare it with a backup.'),
  );

async function archive(app: App): Promise<CheckFinding[]> {
  const archived = await getArchive(app);
  if (!archived?.isLate) return [];
  return [
    failing(
      `The archive of the database ${archived.at ? `ends at ${archived.at}` : 'has not begun'}${archived.error ? `: ${archived.error}` : '.'}`,
      'Correct BACKUP_TO if it cannot be written, then begin a new archive: npm run backup',
    ),
  ];
}

async function backups(app: App): Promise<CheckFinding[]> {
  const { isLate, last, proven } = await getBackups(app);
  const advice = 'Set BACKUP_TO to a folder or bucket, or run: npm run backup -- --verify';
  if (isLate)
    return [
      failing(
        'There is no backup of the last two days.',
        'See /operator/backups, then run: npm run backup -- --verify',
      ),
    ];
  if (!last) return [warning('There is no backup.', advice)];
  return proven ? [] : [warning('No backup has been started to prove it.', 'npm run backup -- --verify')];
}

async function clickhouse(app: App): Promise<CheckFinding[]> {
  if (!app.clickhouse) return [];
  const waiting = await countWaiting(app);
  const oldest = await findWaiting(app);
  const isLate = oldest !== undefined && app.clock.now().getTime() - oldest.getTime() > minutes(2);
  await app.clickhouse.query('select 1');
  return isLate
    ? [
        failing(
          `${waiting} clicks wait for ClickHouse, the oldest of ${oldest.toISOString()}.`,
          'See the log.',
        ),
      ]
    : [];
}

/** All checks by name. */
const checks: Readonly<Record<string, (app: App) => Promise<CheckFinding[]> | CheckFinding[]>> = {
  ...machineChecks,
  ...databaseChecks,
  ledger,
  backups,
  archive,
  clickhouse,
};

/** Runs all checks. One that fails is a finding too. */
export async function examine(app: App): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, run] of Object.entries(checks)) {
    const found = await Promise.resolve()
      .then(() => run(app))
      .catch((error: unknown) => [
        failing(
          `It could not be checked: ${error instanceof Error ? error.message : String(error)}`,
          'See the log.',
        ),
      ]);
    findings.push(...found.map((each) => ({ check, ...each })));
  }
  return findings;
}
