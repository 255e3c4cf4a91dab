import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { hostsOf } from '../database/connections/client.ts';
import { isRedisAddress } from '../redis.ts';
import { accountLimits, accountSettings, callMistake, callSettings } from './account-settings.ts';
import { moneySettings, x402Mistake, x402Settings } from './money-settings.ts';
import {
  hopSettings,
  plazaSettings,
  serviceSettings,
  storageSettings,
  toolSettings,
} from './service-settings.ts';
import { count, flag, text } from './setting.ts';

/** Time limits, admission under load, and limits for all requests. */
const loadSettings = {
  HEADERS_TIMEOUT: count('Timeout for request headers, in seconds', 20),
  REQUEST_TIMEOUT: count('Timeout for a whole request including uploads, in seconds', 300),
  CONCURRENT_READS: count('Reads that one process handles concurrently, per service', 8),
  CONCURRENT_WRITES: count('Writes that one process handles concurrently, per service', 12),
  REQUEST_QUEUE_LIMIT: count(
    'Requests that may queue, for reads and writes each; more get 503 immediately',
    500,
    0,
  ),
  REQUEST_QUEUE_TIMEOUT: count('Milliseconds that a request may queue before it gets 503', 1000),
  DISK_RESERVE_MIB: count(
    'Free space of the disk of DATA_DIR, in MiB, below which changes get 503 so that nothing breaks; 0: no limit',
    512,
    0,
  ),
  RATE_LIMITS: flag('Enforce rate limits; set to false only for load tests', true),
  PAGE_LIMIT: count('Pages per network address in 5 minutes', 3000),
  PAGE_CACHE_MIB: count('Memory for cached public pages of signed-out visitors, in MiB; 0: no cache', 8, 0),
  OUTBOUND_ALLOW: text(
    'Private networks that outbound requests may reach (comma-separated CIDR); for tests and intranets',
  ),
} as const;

/** Describes the accepted values of a setting. */
function expected(schema: TSchema): string {
  const {
    type,
    minimum,
    maximum,
    enum: choices,
    examples,
  } = schema as {
    type?: string;
    minimum?: number;
    maximum?: number;
    enum?: string[];
    examples?: string[];
  };
  if (choices) return `expected one of ${choices.join(', ')}`;
  if (examples) return `expected a value such as ${examples.join(', ')}`;
  if (type === 'integer' || type === 'number')
    return `expected a ${type === 'integer' ? 'whole ' : ''}number from ${minimum ?? 0}${maximum ? ` to ${maximum}` : ''}`;
  return type === 'boolean' ? 'expected true or false' : `expected ${type ?? 'another value'}`;
}

/**
 * All settings: name in the environment, type, default and description, in one file per topic. `npm run docs`
 * generates docs/settings.md from them.
 */
export const Settings = Type.Object({
  ...serviceSettings,
  ...storageSettings,
  ...accountSettings,
  ...accountLimits,
  ...loadSettings,
  ...plazaSettings,
  ...moneySettings,
  ...callSettings,
  ...hopSettings,
  ...x402Settings,
  ...toolSettings,
});

export type Environment = Readonly<Record<string, string | undefined>>;
type Values = Static<typeof Settings>;

export interface Config extends Readonly<Values> {
  readonly dataFolder: string;
  /** Public URLs without a trailing slash. */
  readonly plazaUrl: string;
  readonly hopUrl: string;
  readonly mailFrom: string;
  readonly embeddedDatabase: boolean;
  /** Encrypts secrets that must be readable again, such as apps' signing secrets. 32 bytes. */
  readonly secretKey: Buffer;
  readonly secureCookies: boolean;
}

/** A contradictory or unreadable configuration. The message is for the person who started the program. */
export class ConfigError extends Error {}

/** Reads and validates the environment, then derives values and rejects contradictions. */
export function loadConfig(environment: Environment): Config {
  return decide(parseValues(withCurrentNames(environment)));
}

function parseValues(environment: Environment): Values {
  const given: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries<TSchema>(Settings.properties)) {
    const raw = environment[name]?.trim();
    const value =
      raw === undefined || raw === '' ? (schema as { default?: unknown }).default : fromText(schema, raw);
    if (!Value.Check(schema, value))
      throw new ConfigError(`${name}=${raw ?? ''} is invalid: ${expected(schema)}.`);
    given[name] = value;
  }
  return given as Values;
}

function fromText(schema: TSchema, raw: string): unknown {
  const type = (schema as { type?: string }).type;
  if (type === 'integer') return /^-?\d+$/.test(raw) ? Number(raw) : raw;
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw;
  if (type === 'boolean') return { true: true, '1': true, false: false, '0': false }[raw] ?? raw;
  return raw;
}

function decide(values: Values): Config {
  const refuse = (sentence: string): never => {
    throw new ConfigError(sentence);
  };
  if (values.METRICS_TOKEN && !/^\S{16,}$/.test(values.METRICS_TOKEN))
    refuse('METRICS_TOKEN must have at least 16 characters and no spaces.');
  if (values.OTEL_EXPORTER_OTLP_ENDPOINT && !/^https?:\/\/[^/]/.test(values.OTEL_EXPORTER_OTLP_ENDPOINT))
    refuse('OTEL_EXPORTER_OTLP_ENDPOINT must start with http:// or https://.');
  if (values.MAIL_EVENTS_SECRET && !/^\S{16,}$/.test(values.MAIL_EVENTS_SECRET))
    refuse('MAIL_EVENTS_SECRET must have at least 16 characters and no spaces.');
  const plazaUrl = baseAddress('PLAZA_URL', values.PLAZA_URL || `http://localhost:${values.PLAZA_PORT}`);
  const hopUrl = baseAddress('HOP_URL', values.HOP_URL || `http://localhost:${values.HOP_PORT}`);
  if (plazaUrl === hopUrl) refuse('PLAZA_URL and HOP_URL are the same. Each service needs its own URL.');
  if (values.PLAZA_PORT === values.HOP_PORT && values.PLAZA_PORT !== 0)
    refuse('PLAZA_PORT and HOP_PORT are the same. Each service needs its own port.');
  if (values.SECRET_KEY && !/^[0-9a-f]{64}$/i.test(values.SECRET_KEY))
    refuse('SECRET_KEY must be 64 hex digits (32 random bytes).');
  if (Boolean(values.API_KEY) !== Boolean(values.API_SECRET))
    refuse('API_KEY and API_SECRET go together: set both or neither.');
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const mistake = values[name] && addressMistake(values[name]);
    if (mistake) refuse(`${name} ${mistake}`);
  }
  if (values.ROLE !== 'all' && !values.DATABASE_URL) refuse(`ROLE=${values.ROLE} needs DATABASE_URL.`);
  if (values.ROLE === 'redirect' && !/^https?:\/\/[^/]+\/?$/.test(values.REDIRECT_UPSTREAM))
    refuse('ROLE=redirect needs REDIRECT_UPSTREAM=http://host:port, the Hop that answers everything else.');
  if (values.DATABASE_REPLICA_URL && !values.DATABASE_URL)
    refuse('DATABASE_REPLICA_URL goes with DATABASE_URL, which is the primary.');
  for (const url of values.DATABASE_REPLICA_URL.split(/,(?=postgres)/).filter(Boolean)) {
    const mistake = addressMistake(url.trim());
    if (mistake) refuse(`DATABASE_REPLICA_URL ${mistake}`);
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    refuse('DATABASE_DIRECT_URL goes with DATABASE_URL: set both or neither.');
  if (values.REDIS_URL && !isRedisAddress(values.REDIS_URL))
    refuse(
      'REDIS_URL must be redis://host, rediss://host, redis+sentinel://host1,host2,host3/name or redis+cluster://host1,host2.',
    );
  if (values.CLICKHOUSE_URL && !/^https?:$/.test(URL.parse(values.CLICKHOUSE_URL)?.protocol ?? ''))
    refuse('CLICKHOUSE_URL must be an address of ClickHouse’s HTTP interface: https://host:8443/database.');
  if (
    values.CLICKHOUSE_CLUSTER &&
    !(values.CLICKHOUSE_URL && /^[\w-]{1,100}$/.test(values.CLICKHOUSE_CLUSTER))
  )
    refuse('CLICKHOUSE_CLUSTER is the name of a cluster, and needs CLICKHOUSE_URL.');
  if (values.CDN !== 'none') {
    if (!URL.canParse(values.CDN_PURGE_URL) || !values.CDN_PURGE_TOKEN)
      refuse('CDN needs CDN_PURGE_URL and CDN_PURGE_TOKEN, or deleted posts would stay in the cache.');
    if (values.CDN === 'headers' && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(values.CDN_PURGE_TOKEN))
      refuse('CDN_PURGE_TOKEN must be a webhook secret: whsec_ and at least 24 random bytes in base64.');
    if (values.PAGE_CACHE_MIB === 0) refuse('CDN needs PAGE_CACHE_MIB: only pages of that cache are public.');
  }
  if (values.SMTP_URL && !/^smtps?:\/\//.test(values.SMTP_URL))
    refuse('SMTP_URL must start with smtp:// or smtps://.');
  if (values.S3_BUCKET && !(values.S3_ACCESS_KEY_ID && values.S3_SECRET_ACCESS_KEY))
    refuse('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  if (values.S3_DIRECT_UPLOADS && !values.S3_BUCKET) refuse('S3_DIRECT_UPLOADS needs S3_BUCKET.');
  if (values.BACKUP_TO.startsWith('s3://') && !(values.S3_ACCESS_KEY_ID && values.S3_SECRET_ACCESS_KEY))
    refuse('BACKUP_TO is a bucket, which needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  if (values.BACKUP_RECIPIENT && !/^age1[0-9a-z]{50,}$/.test(values.BACKUP_RECIPIENT))
    refuse('BACKUP_RECIPIENT must be a public key of age: age1…');
  if (values.BACKUP_ARCHIVE_DAYS > 0) {
    if (!values.BACKUP_TO) refuse('BACKUP_ARCHIVE_DAYS needs BACKUP_TO.');
    if (values.DATABASE_URL)
      refuse('BACKUP_ARCHIVE_DAYS is for the embedded PostgreSQL. Archive yours by its own tools.');
    // A passphrase takes a second of the processor for each part, which is what makes it safe.
    if (values.BACKUP_PASSPHRASE && !values.BACKUP_RECIPIENT)
      refuse('BACKUP_ARCHIVE_DAYS encrypts for a key: set BACKUP_RECIPIENT instead of BACKUP_PASSPHRASE.');
  }
  const hasBucket = values.S3_BUCKET !== '' || values.BACKUP_TO.startsWith('s3://');
  if (!hasBucket && (values.S3_ACCESS_KEY_ID || values.S3_ENDPOINT))
    refuse('S3 settings are given without S3_BUCKET.');
  const calls = callMistake(values);
  if (calls) refuse(calls);
  const x402 = x402Mistake(values);
  if (x402) refuse(x402);
  const dataFolder = resolve(values.DATA_DIR);
  return {
    ...values,
    dataFolder,
    secretKey: values.SECRET_KEY ? Buffer.from(values.SECRET_KEY, 'hex') : storedSecretKey(dataFolder),
    plazaUrl,
    hopUrl,
    mailFrom: values.MAIL_FROM || `Plaza <no-reply@${new URL(plazaUrl).hostname}>`,
    embeddedDatabase: values.DATABASE_URL === '',
    secureCookies: plazaUrl.startsWith('https:'),
  };
}

/** What is wrong with the address of a database. */
function addressMistake(address: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(address)) return 'must start with postgres:// or postgresql://.';
  try {
    return hostsOf(address) || URL.canParse(address) ? undefined : 'is not a URL.';
  } catch (error) {
    return `is malformed: ${(error as Error).message}.`;
  }
}

function baseAddress(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new ConfigError(`${name}=${value} is not an http or https URL.`);
  return value.endsWith('/') ? baseAddress(name, value.slice(0, -1)) : value;
}

/**
 * The installation's secret key, created at the first start. If several processes start concurrently, the
 * first to write wins.
 */
function storedSecretKey(folder: string): Buffer {
  const file = join(folder, 'secret.key');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== 32) throw new ConfigError(`${file} is damaged: it must contain 64 hex digits.`);
  return key;
}

/** Renamed settings by their former names, which are still accepted. */
const renamed: Readonly<Record<string, string>> = {
  AUDITS_AT_ONCE: 'CONCURRENT_AUDITS',
  CLOSING_DAYS: 'ACCOUNT_DELETION_DAYS',
  CREDIT_MOST: 'CREDIT_MAX',
  OVERLAY_ANSWER_LIMIT: 'OVERLAY_RESPONSE_LIMIT',
  PAYOUT_LEAST: 'PAYOUT_MIN',
  PLAZA_STRANGER_LIMIT: 'PLAZA_ANONYMOUS_LIMIT',
  READS_AT_ONCE: 'CONCURRENT_READS',
  REQUESTS_WAITING: 'REQUEST_QUEUE_LIMIT',
  REQUEST_WAIT: 'REQUEST_QUEUE_TIMEOUT',
  SIGN_UP_DEVICE_TRY_LIMIT: 'SIGN_UP_DEVICE_ATTEMPT_LIMIT',
  SIGN_UP_TRY_LIMIT: 'SIGN_UP_ATTEMPT_LIMIT',
  TOOLS_SOLD: 'SELL_TOOLS',
  TOOL_MEMORY_MB: 'SANDBOX_MEMORY_MB',
  TOOL_LOOKUPS_FREE: 'FREE_TOOL_LOOKUPS',
  TOOL_RUNS_FREE: 'FREE_TOOL_RUNS',
  TOP_UPS_PENDING: 'TOP_UP_PENDING_LIMIT',
  TOP_UP_LEAST: 'TOP_UP_MIN',
  TOP_UP_MOST: 'TOP_UP_MAX',
  WRITES_AT_ONCE: 'CONCURRENT_WRITES',
  X402_CALLS_AT_ONCE: 'X402_CONCURRENT_CALLS',
  X402_PRICE_LIST_MAXIMUM: 'X402_PRICE_LIST_MAX',
};

const isSet = (value: string | undefined) => value !== undefined && value.trim() !== '';

/** Moves values from former to current names. A value under the current name wins. */
function withCurrentNames(environment: Environment): Environment {
  const values = { ...environment };
  for (const [former, name] of Object.entries(renamed))
    if (isSet(environment[former]) && !isSet(environment[name])) values[name] = environment[former];
  return values;
}

/** A warning for each former name in the environment. */
export const formerNameWarnings = (environment: Environment = process.env): string[] =>
  Object.entries(renamed)
    .filter(([former]) => isSet(environment[former]))
    .map(
      ([former, name]) =>
        `The setting ${former} is now called ${name}. Rename it: the old name will be removed`,
    );
