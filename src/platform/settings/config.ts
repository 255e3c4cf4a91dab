import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { accountLimits } from './account-limit-settings.ts';
import { Origins } from './origins-setting.ts';
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { count, flag, port, text } from './setting.ts';
import { expected } from './expected-value.ts';

/** Every setting, once: its name in the environment, type, default and meaning. The README's table is printed from here. */
export const Settings = Type.Object({
  PLAZA_PORT: port('Port of Plaza, the social network', 3000),
  HOP_PORT: port('Port of Hop, the link shortener', 3001),
  HOST: text('Address both services listen on', '0.0.0.0'),
  PLAZA_URL: text(
    'Public address of Plaza, used to the character in every absolute address; default http://localhost:PLAZA_PORT',
  ),
  HOP_URL: text('Public address of Hop; default http://localhost:HOP_PORT'),
  DATA_DIR: text('Folder of everything kept on disk: database, uploads, click spool, secret key', '.data'),
  DATABASE_URL: text('PostgreSQL 16 or newer (postgres://…); empty: the embedded PostgreSQL in DATA_DIR'),
  DATABASE_DIRECT_URL: text(
    'PostgreSQL itself when DATABASE_URL is a transaction-mode pooler: for migrations, jobs and LISTEN; empty: DATABASE_URL',
  ),
  DATABASE_POOL: count('Connections to PostgreSQL that one process may hold for requests', 10),
  DATABASE_TIMEOUT: count('Seconds that a statement of a request may take', 10),
  DATABASE_JOB_POOL: count('Connections to PostgreSQL that one process may hold for jobs', 10),
  DATABASE_JOB_TIMEOUT: count('Seconds that a statement of a job may take (imports, exports)', 600),
  DATABASE_PREPARE: flag('Use named prepared statements; false behind a transaction-mode pooler', true),
  REDIS_URL: text('Redis or Valkey for rate limits and broadcast between machines; empty: PostgreSQL'),
  WORKERS: count('Processes that serve requests on this machine', 1),
  SECRET_KEY: text('64 hex digits that seal stored secrets; empty: made once and kept in DATA_DIR'),
  TRUST_PROXY: text(
    'Addresses of reverse proxies whose X-Forwarded-* headers are believed (comma-separated, CIDR allowed); empty: none',
  ),
  SECURITY_CONTACT: text(
    'Where security.txt sends reports of vulnerabilities (https:// or mailto:); empty: the contact page',
  ),
  METRICS_TOKEN: text(
    'Token with which /metrics is read from anywhere (Authorization: Bearer …); empty: from private addresses alone',
  ),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    description: 'How much is logged',
    default: 'info',
  }),
  SMTP_URL: text(
    'Mail server (smtp://user:password@host:587); empty: mail waits in the outbox that the operator reads',
  ),
  MAIL_FROM: text('Sender of mail; default Plaza <no-reply@ the host of PLAZA_URL>'),
  S3_BUCKET: text('Bucket for uploads; empty: DATA_DIR/uploads'),
  S3_REGION: text('Region of the bucket', 'us-east-1'),
  S3_ENDPOINT: text('Address of an S3-compatible store; empty: AWS'),
  S3_ACCESS_KEY_ID: text('Access key for the bucket'),
  S3_SECRET_ACCESS_KEY: text('Secret key for the bucket'),
  GEOIP_DB: text('An MMDB file that gives the country of an address; empty: the data that is shipped'),
  GEOIP_CITY_DB: text(
    'An MMDB file of cities in MaxMind’s layout (GeoLite2 City, DB-IP City), read into the memory of every process; empty: statistics know countries alone',
  ),
  REGISTRATION: Type.Enum(['open', 'closed'], {
    description: 'Whether newcomers may make an account (the first account always may)',
    default: 'open',
  }),
  API_KEY: text('A fixed X-API-Key for /apis/php beside those the operator makes; needs API_SECRET'),
  API_SECRET: text('The secret that signs requests made with API_KEY'),
  CORS_ORIGINS: Origins,
  HEADERS_TIMEOUT: count('Seconds within which the headers of a request must arrive', 20),
  REQUEST_TIMEOUT: count('Seconds within which a whole request must arrive, uploads too', 300),
  READS_AT_ONCE: count(
    'Reads of pages and APIs that one process works on at once, each service by itself',
    8,
  ),
  WRITES_AT_ONCE: count('The same for forms and other writes', 12),
  REQUESTS_WAITING: count(
    'Reads, and writes, that may wait for their turn; more are refused with 503 at once',
    500,
    0,
  ),
  REQUEST_WAIT: count(
    'Milliseconds that a request may wait for its turn before it is refused with 503',
    1000,
  ),
  RATE_LIMITS: flag('Enforce rate limits; false only for load tests', true),
  ...accountLimits,
  OAUTH_LIMIT: count('Exchanges and consents of “log in with” from one network address in a minute', 10),
  PAGE_CACHE_MIB: count(
    'Memory for public pages as those see them who are not signed in, in MiB; 0: none are kept',
    8,
    0,
  ),
  LIVE_STREAMS: count('Live streams (one for each browser of a member) that one process holds', 10_000),
  LIVE_STREAMS_PER_ACCOUNT: count(
    'Live streams of one account in one process; the oldest beyond that ends',
    10,
  ),
  PAGE_LIMIT: count('Pages that one network address may ask for in 5 minutes', 3000),
  PLAZA_RATE_LIMIT: count('Requests to /apis/php that one account may make in 5 minutes', 1500),
  PLAZA_STRANGER_LIMIT: count(
    'Requests to /apis/php that one network address may make in 5 minutes without signing in',
    300,
  ),
  PLAZA_PUBLIC_APP_LIMIT: count('The same with the keys of public apps, all of them together', 120),
  FEED_LENGTH: count(
    'Posts that are kept ready for each reader’s feed; older ones are gathered when asked for',
    800,
  ),
  FEED_DAYS: count('Days for which a feed is kept ready after its reader was last here', 14),
  FEED_FAN_OUT_LIMIT: count(
    'Followers beyond which a post is not written into feeds, but found when they are read',
    2000,
  ),
  PAGES_PER_PERSON: count('Pages that one person may own', 20),
  PAGE_INVITATIONS: count('Invitations to like a page that one person may send in a day', 50),
  SEARCH_LIMIT: count('Searches that one account, or one network address, may make in a minute', 60),
  POST_LIMIT: count('Posts, and comments, that one person may write in an hour', 300),
  UPLOAD_LIMIT: count('Files that one person may upload in 30 minutes', 30),
  UPLOAD_DAY_LIMIT: count('Files that one person may upload in a day', 1000),
  UPLOAD_VIDEO_MIB: count('Largest video that may be uploaded, in MiB', 100),
  UPLOAD_AUDIO_MIB: count('Largest sound or voice note that may be uploaded, in MiB', 16),
  UPLOAD_FILE_MIB: count('Largest other file that may be uploaded, in MiB', 16),
  STORAGE_QUOTA_MIB: count(
    'What the uploads and the pictures of posts of one account may take up, in MiB; 0: no limit',
    4096,
    0,
  ),
  NEWCOMER_POST_LIMIT: count(
    'Posts in 5 minutes, and comments in 2, from somebody whose account is younger than a day',
    10,
  ),
  VOTE_DOWN_AFTER_DAYS: count('Days after joining from which one may vote questions and answers down', 1, 0),
  HOP_RATE_LIMIT: count(
    'Requests a minute that the keys of one account may make to Hop’s API, unless its plan says otherwise',
    30,
  ),
  QR_LIMIT: count('Pictures of QR codes that one network address may have drawn in a minute', 120),
  WEBHOOK_LOG_DAYS: count('Days for which messages to webhooks and what came back are kept', 30),
  HOP_LIST_ERROR: Type.Enum(['string', 'integer'], {
    description: 'Type of `error` in Hop’s list answers: "0" as documented, or 0 for old browser clients',
    default: 'string',
  }),
  RESERVED_NAME_DAYS: count(
    'Days for which a user name or the alias of a link that was given up is reserved for its former owner; looked at every hour',
    30,
    0,
  ),
  CLOSING_DAYS: count('Days after which an account is deleted whose owner asked for that', 14),
  HOP_APP_SCHEMES: text(
    'Schemes of app addresses that links may open, beside http and https (comma-separated); never javascript, data, file and the like',
    'mailto,tel,sms,geo,facetime,itms-apps,itms-appss,market,maps,comgooglemaps,whatsapp,tg,sgnl,viber,line,weixin,fb,fb-messenger,' +
      'instagram,twitter,linkedin,pinterest,reddit,snapchat,snssdk1233,youtube,vnd.youtube,spotify,music,discord,slack,' +
      'msteams,zoommtg,zoomus,skype,steam,webcal',
  ),
  HOP_DOMAIN_TARGETS: text(
    'Hosts and addresses that people’s own domains may point to (comma-separated); empty: the host of HOP_URL',
  ),
  HOP_IMPORT_MIB: count('Largest file of links that may be imported, in MiB', 20),
  HOP_IMPORT_ROWS: count('Rows that one file of links may have', 200_000),
  HOP_CLICK_DAYS: count(
    'Days for which each single click is kept, beyond what is counted; 0: for ever',
    396,
    0,
  ),
  HOP_FILTER_CLICKS: count('Newest clicks of a range that filtered statistics read', 50_000),
  HOP_STATISTICS_DAYS: count(
    'Days for which the counts of clicks by time are kept, forgotten by whole months; 0: for ever',
    0,
    0,
  ),
  PIXEL_CONSENT: Type.Enum(['ask', 'notice', 'legitimate'], {
    description:
      'Before pixels are fired, unless their owner chose otherwise: ask visitors, tell them and let them refuse, or neither',
    default: 'ask',
  }),
  OVERLAY_ANSWER_LIMIT: count('Answers to one overlay that one network address may send in 10 minutes', 10),
  OUTBOUND_ALLOW: text(
    'Private addresses that outbound requests may reach all the same (comma-separated CIDR); for tests and intranets',
  ),
});

export type Environment = Readonly<Record<string, string | undefined>>;
type Values = Static<typeof Settings>;

export interface Config extends Readonly<Values> {
  readonly dataFolder: string;
  /** Public addresses without a slash at the end. */
  readonly plazaUrl: string;
  readonly hopUrl: string;
  readonly mailFrom: string;
  readonly embeddedDatabase: boolean;
  /** Seals what must be readable again (apps' signing secrets). 32 bytes. */
  readonly secretKey: Buffer;
  readonly secureCookies: boolean;
}

/** A configuration that contradicts itself or cannot be read. The message is for whoever started the program. */
export class ConfigError extends Error {}

/** Step one: read the environment and check shapes. Step two: derive, and refuse contradictions. */
export function readConfig(environment: Environment): Config {
  return decide(readValues(environment));
}

function readValues(environment: Environment): Values {
  const given: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries<TSchema>(Settings.properties)) {
    const raw = environment[name]?.trim();
    const value =
      raw === undefined || raw === '' ? (schema as { default?: unknown }).default : fromText(schema, raw);
    if (!Value.Check(schema, value))
      throw new ConfigError(`${name}=${raw ?? ''} is not usable: ${expected(schema)}.`);
    given[name] = value;
  }
  return given as Values;
}

function fromText(schema: TSchema, raw: string): unknown {
  const type = (schema as { type?: string }).type;
  if (type === 'integer') return /^-?\d+$/.test(raw) ? Number(raw) : raw;
  if (type === 'boolean') return { true: true, '1': true, false: false, '0': false }[raw] ?? raw;
  return raw;
}

function decide(values: Values): Config {
  const refuse = (sentence: string): never => {
    throw new ConfigError(sentence);
  };
  if (values.METRICS_TOKEN && !/^\S{16,}$/.test(values.METRICS_TOKEN))
    refuse('METRICS_TOKEN must have at least 16 characters and no spaces.');
  const plazaUrl = baseAddress('PLAZA_URL', values.PLAZA_URL || `http://localhost:${values.PLAZA_PORT}`);
  const hopUrl = baseAddress('HOP_URL', values.HOP_URL || `http://localhost:${values.HOP_PORT}`);
  if (plazaUrl === hopUrl)
    refuse('PLAZA_URL and HOP_URL are the same; each service needs an address of its own.');
  if (values.PLAZA_PORT === values.HOP_PORT && values.PLAZA_PORT !== 0)
    refuse('PLAZA_PORT and HOP_PORT are the same; each service needs a port of its own.');
  if (values.SECRET_KEY && !/^[0-9a-f]{64}$/i.test(values.SECRET_KEY))
    refuse('SECRET_KEY must be 64 hex digits (32 random bytes).');
  if (Boolean(values.API_KEY) !== Boolean(values.API_SECRET))
    refuse('API_KEY and API_SECRET go together: set both or neither.');
  if (values.DATABASE_URL && !/^postgres(ql)?:\/\//.test(values.DATABASE_URL))
    refuse('DATABASE_URL must start with postgres:// or postgresql://.');
  if (values.DATABASE_DIRECT_URL && !/^postgres(ql)?:\/\//.test(values.DATABASE_DIRECT_URL))
    refuse('DATABASE_DIRECT_URL must start with postgres:// or postgresql://.');
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    refuse('DATABASE_DIRECT_URL goes with DATABASE_URL: set both or neither.');
  if (values.REDIS_URL && !/^rediss?:\/\//.test(values.REDIS_URL))
    refuse('REDIS_URL must start with redis:// or rediss://.');
  if (values.SMTP_URL && !/^smtps?:\/\//.test(values.SMTP_URL))
    refuse('SMTP_URL must start with smtp:// or smtps://.');
  if (values.S3_BUCKET && !(values.S3_ACCESS_KEY_ID && values.S3_SECRET_ACCESS_KEY))
    refuse('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  if (!values.S3_BUCKET && (values.S3_ACCESS_KEY_ID || values.S3_ENDPOINT))
    refuse('S3 settings are given without S3_BUCKET.');
  const dataFolder = resolve(values.DATA_DIR);
  return {
    ...values,
    dataFolder,
    secretKey: values.SECRET_KEY ? Buffer.from(values.SECRET_KEY, 'hex') : keptSecretKey(dataFolder),
    plazaUrl,
    hopUrl,
    mailFrom: values.MAIL_FROM || `Plaza <no-reply@${new URL(plazaUrl).hostname}>`,
    embeddedDatabase: values.DATABASE_URL === '',
    secureCookies: plazaUrl.startsWith('https:'),
  };
}

function baseAddress(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new ConfigError(`${name}=${value} is not an http or https address.`);
  return value.endsWith('/') ? baseAddress(name, value.slice(0, -1)) : value;
}

/** The installation's own key, made at the first start. Processes that start together agree: the first to write wins. */
function keptSecretKey(folder: string): Buffer {
  const file = join(folder, 'secret.key');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== 32) throw new ConfigError(`${file} is damaged: it must hold 64 hex digits.`);
  return key;
}
