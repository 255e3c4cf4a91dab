import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError, formerNameWarnings, loadConfig } from './config.ts';

const SECRET_KEY = 'ab'.repeat(32);
const read = (environment: Record<string, string>) => loadConfig({ SECRET_KEY, ...environment });

test('configures two services on localhost from an empty environment', () => {
  const { plazaUrl, hopUrl, embeddedDatabase, LOG_LEVEL, mailFrom } = read({});
  assert.deepEqual(
    { plazaUrl, hopUrl, embeddedDatabase, LOG_LEVEL, mailFrom },
    {
      plazaUrl: 'http://localhost:3000',
      hopUrl: 'http://localhost:3001',
      embeddedDatabase: true,
      LOG_LEVEL: 'info',
      mailFrom: 'Plaza <no-reply@localhost>',
    },
  );
});

test('preserves public URLs, without a trailing slash', () => {
  assert.equal(read({ PLAZA_URL: 'https://Plaza.example.org/' }).plazaUrl, 'https://Plaza.example.org');
  assert.equal(read({ PLAZA_PORT: '4000' }).plazaUrl, 'http://localhost:4000');
});

const refused: Record<string, string>[] = [
  { PLAZA_PORT: 'many' },
  { PLAZA_PORT: '70000' },
  { WORKERS: '0' },
  { LOG_LEVEL: 'loud' },
  { REGISTRATION: 'maybe' },
  { PLAZA_URL: 'plaza.example.org' },
  { PLAZA_URL: 'ftp://plaza.example.org' },
  { PLAZA_URL: 'https://one.example.org', HOP_URL: 'https://one.example.org/' },
  { PLAZA_PORT: '4000', HOP_PORT: '4000', HOP_URL: 'http://hop.example.org' },
  { SECRET_KEY: 'short' },
  { API_KEY: 'key without its secret' },
  { DATABASE_URL: 'mysql://localhost/plaza' },
  { REDIS_URL: 'localhost:6379' },
  { REDIS_URL: 'redis+sentinel://one,two' },
  { REDIS_URL: 'redis+sentinel://one:port/main' },
  { SMTP_URL: 'mail.example.org' },
  { S3_BUCKET: 'pictures' },
  { COMMISSION_PERCENT: 'ten' },
  { COMMISSION_PERCENT: '101' },
  { S3_ENDPOINT: 'https://s3.example.org' },
];

for (const environment of refused)
  test(`rejects ${JSON.stringify(environment)} with a message of one sentence`, () => {
    assert.throws(
      () => read(environment),
      (error) => error instanceof ConfigError && /^[A-Z].*\.$/.test(error.message),
    );
  });

test('reads whole numbers, and those with decimals', () => {
  const { COMMISSION_PERCENT, AUTHOR_SHARE_PERCENT, WORKERS } = read({
    ...{ COMMISSION_PERCENT: '10', AUTHOR_SHARE_PERCENT: '2.5', WORKERS: '2' },
  });
  assert.deepEqual([COMMISSION_PERCENT, AUTHOR_SHARE_PERCENT, WORKERS], [10, 2.5, 2]);
  assert.throws(
    () => read({ COMMISSION_PERCENT: '101' }),
    /COMMISSION_PERCENT=101 is invalid: expected a number from 0 to 100\./,
  );
});

test('accepts a former setting name with a warning, and prefers the current name', () => {
  assert.equal(read({ CLOSING_DAYS: '30' }).ACCOUNT_DELETION_DAYS, 30);
  assert.equal(read({ CLOSING_DAYS: '30', ACCOUNT_DELETION_DAYS: '7' }).ACCOUNT_DELETION_DAYS, 7);
  assert.equal(read({ TOP_UP_MOST: '50', TOP_UP_MAX: '' }).TOP_UP_MAX, '50');
  assert.throws(() => read({ CLOSING_DAYS: 'many' }), /ACCOUNT_DELETION_DAYS=many is invalid/);
  assert.deepEqual(formerNameWarnings({ CLOSING_DAYS: '30', TOP_UP_LEAST: '', PAYOUT_MIN: '5' }), [
    'The setting CLOSING_DAYS is now called ACCOUNT_DELETION_DAYS. Rename it: the old name will be removed',
  ]);
});

test('creates a private secret key once and reuses it', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const first = loadConfig({ DATA_DIR: folder }).secretKey;
  assert.deepEqual(loadConfig({ DATA_DIR: folder }).secretKey, first);
  const file = join(folder, 'secret.key');
  assert.equal(existsSync(file) && statSync(file).mode & 0o077, 0);
  assert.equal(readFileSync(file, 'utf8'), first.toString('hex'));
});
