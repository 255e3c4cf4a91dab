// Plants faults and expects the doctor to find each, with what to do.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { type TestApp, testWithDatabase } from '../../../test/app.ts';
import { connectionTo } from '../../../test/database.ts';
import { addPerson } from '../../../test/world.ts';
import { hours } from '../../kernel/time.ts';
import { systemClock } from '../../platform/app.ts';
import { databaseChecks } from '../../platform/operations/database-checks.ts';
import { addJob, jobKind } from '../../platform/jobs/jobs.ts';
import type { Config } from '../../platform/settings/config.ts';
import { writeSetting } from '../../platform/settings/site-settings.ts';
import { Type } from 'typebox';
import { examine } from './doctor.ts';

interface Planted {
  app: TestApp;
  folder: string;
  /** a session that stays open */
  session: () => Promise<pg.Client>;
}

const probe = jobKind('test.probe', Type.Object({}));

/** What is planted, what finds it and what it says. The planted app may have another clock or settings. */
const faults: [
  what: string,
  check: string,
  message: RegExp,
  plant: (planted: Planted) => Promise<unknown>,
][] = [
  [
    'a clock that is an hour ahead',
    'clocks',
    /clock of this machine is 3\d{3} s from/,
    async ({ app }) => ({ clock: { ...app.clock, now: () => new Date(Date.now() + hours(1)) } }),
  ],
  [
    'a migration that did not run',
    'migrations',
    /^1 migrations have not run, such as 2026/,
    async ({ app }) => {
      await sql`delete from public.migration where name = (select max(name) from public.migration)`.execute(
        app.db,
      );
    },
  ],
  [
    'a newer version',
    'migrations',
    /this one cannot use it: 9999-next\.sql/,
    async ({ app }) => {
      await sql`insert into public.migration (name, hash) values ('9999-next.sql', '')`.execute(app.db);
    },
  ],
  [
    'a missing extension',
    'extensions',
    /^The extension btree_gin is missing/,
    async ({ app }) => {
      await sql`drop extension btree_gin cascade`.execute(app.db);
    },
  ],
  [
    'an invalid index',
    'indexes',
    /^The index links\.link_alias is not valid/,
    async ({ app }) => {
      await sql`update pg_index set indisvalid = false where indexrelid = 'links.link_alias'::regclass`.execute(
        app.db,
      );
    },
  ],
  [
    'a lock',
    'locks',
    /^Session \d+ waits for a lock of session \d+ for \d+ s/,
    async ({ session }) => {
      const [holder, waiter] = [await session(), await session()];
      // Not of a table: a check that reads all of them would wait for it too.
      await holder.query('select pg_advisory_lock(1)');
      waiter.query('select pg_advisory_lock(1)').catch(() => undefined);
      await holder.query('select pg_sleep(1.5)');
    },
  ],
  [
    'a failed job',
    'queue',
    /^1 jobs have failed for good/,
    async ({ app }) => {
      await addJob(app, probe, {}, { maxAttempts: 1 });
      await sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'no'`.execute(app.db);
    },
  ],
  [
    'an overdue job',
    'queue',
    /^1 jobs are overdue, the first for \d+ minutes/,
    async ({ app }) => {
      await addJob(app, probe, {}, { runAt: new Date(Date.now() - hours(2)) });
    },
  ],
  [
    'unsent mail',
    'outbox',
    /^1 emails were not sent/,
    async ({ app }) => {
      await app.mail.send({ to: 'ada@example.org', subject: 'Hello', text: 'Hello' });
    },
  ],
  [
    'a mail server that does not answer',
    'mail',
    /^The mail server cannot be used: .*ECONNREFUSED/,
    async () => ({ config: { SMTP_URL: 'smtp://127.0.0.1:1' } }),
  ],
  [
    'a missing key for signatures',
    'mail',
    /^DKIM_KEY_FILE cannot be used/,
    async () => ({ config: { SMTP_URL: 'smtp://127.0.0.1:1', DKIM_KEY_FILE: '/nowhere.pem' } }),
  ],
  [
    'a host that does not exist',
    'dns',
    /^The host of PLAZA_URL, nowhere\.invalid, does not exist/,
    async () => ({ config: { plazaUrl: 'https://nowhere.invalid', secureCookies: true } }),
  ],
  [
    'a forgotten proxy',
    'settings',
    /TRUST_PROXY is empty/,
    async () => ({ config: { secureCookies: true, TRUST_PROXY: '' } }),
  ],
  ['no rate limits', 'settings', /RATE_LIMITS is false/, async () => ({ config: { RATE_LIMITS: false } })],
  [
    'services that do not run',
    'ports',
    /^Nothing answers on port 1 \(HOP_URL\)/,
    async () => ({ config: { HOST: '127.0.0.1', HOP_PORT: 1 } }),
  ],
  [
    'a key that others can read',
    'keys',
    /^Others can read .*secret\.key/,
    async ({ folder }) => {
      writeFileSync(join(folder, 'secret.key'), 'x');
      chmodSync(join(folder, 'secret.key'), 0o644);
    },
  ],
  [
    'a file of clicks that was set aside',
    'clicks',
    /^1 files of clicks could not be read/,
    async ({ folder }) => {
      mkdirSync(join(folder, 'clicks'));
      writeFileSync(join(folder, 'clicks', '1-2-3.log.unreadable'), 'x');
    },
  ],
  [
    'a missing backup',
    'backups',
    /^There is no backup of the last two days/,
    async () => ({ config: { BACKUP_TO: '/backups' } }),
  ],
  [
    'an archive that fails',
    'archive',
    /^The archive of the database ends at 2026-01-01T00:00:00\.000Z: the disk is full/,
    async ({ app }) => {
      await writeSetting(app, 'archive', { at: '2026-01-01T00:00:00.000Z', error: 'the disk is full' });
      return { config: { BACKUP_ARCHIVE_DAYS: 7 } };
    },
  ],
  [
    'a wrong ledger',
    'ledger',
    /^The ledger is wrong: account \d+ has a balance/,
    async ({ app }) => {
      await sql`alter table social.ledger_account disable trigger all`.execute(app.db);
      await addPerson(app, 'ada');
      await sql`insert into social.ledger_account (kind, balance, updated_at) values ('commission', 5, now())`.execute(
        app.db,
      );
    },
  ],
];

for (const [what, check, message, plant] of faults)
  testWithDatabase(`the doctor finds ${what}`, async ({ app }, context) => {
    const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
    const sessions: pg.Client[] = [];
    context.after(async () => {
      await Promise.all(sessions.map((client) => client.end().catch(() => undefined)));
      rmSync(folder, { recursive: true });
    });
    const session = async () => {
      const client = new pg.Client(await connectionTo(rows[0]!.name));
      client.on('error', () => undefined);
      await client.connect();
      sessions.push(client);
      return client;
    };
    const healthy = {
      ...app,
      clock: { ...app.clock, now: () => systemClock.now() },
      config: { ...app.config, dataFolder: folder, RATE_LIMITS: true },
    };
    const before = (await examine(healthy)).filter((finding) => finding.check === check);
    assert.deepEqual(
      before.filter((finding) => message.test(finding.message)),
      [],
    );
    const planted = ((await plant({ app: healthy, folder, session })) ?? {}) as {
      config?: Partial<Config>;
      clock?: TestApp['clock'];
    };
    const findings = await examine({
      ...healthy,
      ...planted,
      config: { ...healthy.config, ...planted.config },
    });
    const found = findings.filter((finding) => finding.check === check && message.test(finding.message));
    assert.equal(found.length, 1, JSON.stringify(findings, null, 1));
    assert.notEqual(found[0]?.advice, '');
  });

testWithDatabase(
  'the doctor finds a pooled role whose statements are planned or compiled too often',
  async ({ app }) => {
    const found = await app.db.connection().execute(async (db) => {
      await sql`set jit = on`.execute(db);
      await sql`set plan_cache_mode = auto`.execute(db);
      const findings = await databaseChecks.planning?.({ ...app, db });
      await sql`reset all`.execute(db);
      return findings?.map(({ advice }) => advice);
    });
    assert.deepEqual(found, [
      'alter role current_user set jit = off, for the role of DATABASE_URL.',
      'alter role current_user set plan_cache_mode = force_generic_plan, for the role of DATABASE_URL.',
    ]);
  },
);
