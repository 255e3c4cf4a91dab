import { Type } from 'typebox';
import { count, flag, port, text } from './setting.ts';

/** URLs of the two services, and settings of their processes. */
export const serviceSettings = {
  PLAZA_PORT: port('Port of Plaza, the social network', 3000),
  HOP_PORT: port('Port of Hop, the link shortener', 3001),
  HOST: text('Address both services listen on', '0.0.0.0'),
  PLAZA_URL: text(
    'Public URL of Plaza, used verbatim in every absolute URL; default http://localhost:PLAZA_PORT',
  ),
  HOP_URL: text('Public URL of Hop; default http://localhost:HOP_PORT'),
  DATA_DIR: text('Folder for all data on disk: database, uploads, click spool, secret key', '.data'),
  WORKERS: count('Number of server processes', 1),
  TRUST_PROXY: text(
    'Addresses of reverse proxies whose X-Forwarded-* headers are trusted (comma-separated, CIDR allowed); empty: none',
  ),
  SHUTDOWN_DELAY: count(
    'Seconds after SIGTERM for which /readyz is 503 and requests are still accepted, so that a proxy stops sending them',
    2,
    0,
  ),
  ROLE: Type.Enum(['all', 'web', 'jobs', 'redirect'], {
    description:
      'What this machine does: both services and jobs; the services without jobs; jobs only, with /healthz, /readyz and /metrics on PLAZA_PORT; or redirects only, which `npm run start:redirect` sets',
    default: 'all',
  }),
  REDIRECT_UPSTREAM: text(
    'For ROLE=redirect: URL of Hop on another machine (http://…), which answers what is not a plain redirect; its TRUST_PROXY must name this machine',
  ),
  CDN: Type.Enum(['none', 'headers', 'fastly', 'cloudflare'], {
    description:
      'Cache in front of Plaza that may store public pages for strangers: the headers and purges of Fastly or Cloudflare, or all headers (Varnish and others) with purges as a signed webhook',
    default: 'none',
  }),
  CDN_CACHE_SECONDS: count('Seconds for which the CDN may store a page without asking', 300),
  CDN_PURGE_URL: text(
    'URL that is told which pages changed (https://api.fastly.com/service/ID/purge, https://api.cloudflare.com/client/v4/zones/ID/purge_cache, or your own)',
  ),
  CDN_PURGE_TOKEN: text('API token for CDN_PURGE_URL, or with CDN=headers a webhook secret (whsec_…)'),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    description: 'Log level',
    default: 'info',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: text(
    'URL of an OpenTelemetry collector (OTLP over HTTP) for traces and metrics, such as http://localhost:4318; empty: none',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: text(
    'Headers for the collector: name=value, comma-separated, values URL-encoded',
  ),
  OTEL_SERVICE_NAME: text('Name of the service in traces and metrics', 'plaza'),
  OTEL_TRACES_SAMPLER: Type.Enum(
    [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    { description: 'Which traces are recorded', default: 'parentbased_always_on' },
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.String({
    description: 'Share of the traces that are recorded by a ratio, from 0 to 1',
    default: '1',
    pattern: String.raw`^(0(\.\d+)?|1(\.0+)?)$`,
    examples: ['0.1'],
  }),
  METRICS_TOKEN: text(
    'Token for /metrics from anywhere (Authorization: Bearer …); empty: private addresses only',
  ),
  SECURITY_CONTACT: text(
    'Contact for vulnerability reports in security.txt (https:// or mailto:); empty: the contact page',
  ),
} as const;

/** Plaza: limits of its API, posts, uploads, feeds and pages. */
export const plazaSettings = {
  SERVICE_WORKER: flag(
    'Whether browsers of members keep the last feed for reading offline; false removes it from all of them',
    true,
  ),
  SOURCE_URL: text('URL of the source code, linked under “Run your own” on the about page; empty: no link'),
  PLAZA_RATE_LIMIT: count('Requests to /apis/php per account in 5 minutes', 1500),
  PLAZA_ANONYMOUS_LIMIT: count('Requests to /apis/php per network address in 5 minutes when signed out', 300),
  PLAZA_PUBLIC_APP_LIMIT: count(
    'Requests to /apis/php per network address in 5 minutes with keys of public apps, in total',
    120,
  ),
  AGENT_REGISTRATION_LIMIT: count('Agent registrations and claims per network address in a minute', 10),
  AGENT_CALL_LIMIT: count('Calls to /a2a and /mcp per agent in a minute', 60),
  OAUTH_LIMIT: count('OAuth exchanges and consents per network address in a minute', 10),
  LIVE_STREAMS: count('Live streams per process (one for each browser of a member)', 10_000),
  LIVE_STREAMS_PER_ACCOUNT: count(
    'Live streams per account and process; the oldest one is closed beyond that',
    10,
  ),
  SOCKET_HANDSHAKE_LIMIT: count(
    'Connections to /socket.io started per network address and process in a minute',
    120,
  ),
  SOCKETS_PER_ADDRESS: count('Open connections to /socket.io per network address and process', 200),
  SOCKET_SIGN_IN_SECONDS: count(
    'Seconds after which a connection to /socket.io without a session is closed',
    10,
  ),
  NOTIFICATION_DAYS: count('Days for which notifications are stored', 90),
  FEED_LENGTH: count('Posts stored per feed; older ones are queried when requested', 800),
  FEED_DAYS: count('Days after a reader’s last visit for which their feed is stored', 14),
  FEED_FAN_OUT_LIMIT: count(
    'Followers beyond which posts are not fanned out to feeds but merged when read',
    2000,
  ),
  PAGES_PER_PERSON: count('Maximum pages per owner', 20),
  PAGE_INVITATIONS: count('Page invitations per person in a day', 50),
  SEARCH_LIMIT: count('Searches per account or network address in a minute', 60),
  TRANSLATE_URL: text('URL of a LibreTranslate server that translates posts; empty: no translation'),
  TRANSLATE_KEY: text('API key for the translation server'),
  TRANSLATION_LIMIT: count('Translations of posts per account in 5 minutes', 30),
  POST_LIMIT: count('Posts, and comments, per person in an hour', 300),
  NEWCOMER_POST_LIMIT: count('Posts in 5 minutes, and comments in 2, for accounts younger than a day', 10),
  MONETIZATION: Type.Enum(['members', 'operators', 'nobody'], {
    description: 'Who can offer subscription plans (the permission can_monetize_content)',
    default: 'members',
  }),
  CHAT_MESSAGE_LIMIT: count('Chat messages per person in a minute', 120),
  CHAT_STRANGER_LIMIT: count('Strangers that one person may message first in a day', 20),
  CHAT_REQUEST_MESSAGES: count('Messages that a stranger may send before the request is accepted', 10),
  CHAT_GROUP_MEMBERS: count('Maximum members of a group conversation', 100, 2),
  VOTE_DOWN_AFTER_DAYS: count('Days after joining before members can downvote questions and answers', 1, 0),
  UPLOAD_LIMIT: count('Uploads per person in 30 minutes', 30),
  UPLOAD_DAY_LIMIT: count('Uploads per person in a day', 1000),
  UPLOAD_VIDEO_MIB: count('Maximum size of a video, in MiB', 100),
  UPLOAD_AUDIO_MIB: count('Maximum size of an audio file or voice note, in MiB', 16),
  UPLOAD_FILE_MIB: count('Maximum size of other files, in MiB', 16),
  PLAZA_IMPORT_MIB: count(
    'Maximum size of an archive of another service that a member imports, in MiB',
    2048,
  ),
  STORAGE_QUOTA_MIB: count(
    'Storage quota of uploads and post images per account, in MiB; 0: unlimited',
    4096,
    0,
  ),
} as const;

/** Hop: its API, links, clicks, imports, pixels and webhooks. */
export const hopSettings = {
  HOP_RATE_LIMIT: count(
    'Requests per minute to Hop’s API per account, unless its plan sets another limit',
    30,
  ),
  HOP_LIST_ERROR: Type.Enum(['string', 'integer'], {
    description: 'Type of `error` in Hop’s list responses: "0" as documented, or 0 for old browser clients',
    default: 'string',
  }),
  HOP_APP_SCHEMES: text(
    'URL schemes allowed for links besides http and https (comma-separated); javascript, data, file and similar are never allowed',
    'mailto,tel,sms,geo,facetime,itms-apps,itms-appss,market,maps,comgooglemaps,whatsapp,tg,sgnl,viber,line,weixin,fb,fb-messenger,' +
      'instagram,twitter,linkedin,pinterest,reddit,snapchat,snssdk1233,youtube,vnd.youtube,spotify,music,discord,slack,' +
      'msteams,zoommtg,zoomus,skype,steam,webcal',
  ),
  HOP_DOMAIN_TARGETS: text(
    'Hosts and addresses that custom domains may point to (comma-separated); empty: the host of HOP_URL',
  ),
  HOP_IMPORT_MIB: count('Maximum size of an import file, in MiB', 20),
  HOP_IMPORT_ROWS: count('Maximum rows of an import file', 200_000),
  HOP_CLICK_DAYS: count(
    'Days for which individual clicks are stored, in addition to counts; deleted by whole months; 0: forever',
    396,
    0,
  ),
  HOP_FILTER_CLICKS: count(
    'Newest clicks that filtered statistics scan; all of them with CLICKHOUSE_URL',
    50_000,
  ),
  HOP_STATISTICS_DAYS: count(
    'Days for which click counts by time are stored; deleted by whole months; 0: forever',
    0,
    0,
  ),
  QR_LIMIT: count('QR code images per network address in a minute', 120),
  PIXEL_CONSENT: Type.Enum(['ask', 'notice', 'legitimate'], {
    description:
      'Consent to tracking pixels when a link’s owner chose nothing: ask visitors first, inform them with an opt-out, or neither',
    default: 'ask',
  }),
  OVERLAY_RESPONSE_LIMIT: count('Responses to one overlay per network address in 10 minutes', 10),
  WEBHOOK_LOG_DAYS: count('Days for which webhook deliveries are stored', 30),
} as const;

/** Connections to the database, Redis, mail and file storage. */
export const storageSettings = {
  DATABASE_URL: text(
    'PostgreSQL 16 or newer (postgres://…), or several hosts (postgres://user@db1,db2/plaza), of which the primary is used; empty: the embedded PostgreSQL in DATA_DIR',
  ),
  DATABASE_DIRECT_URL: text(
    'Direct PostgreSQL URL for migrations, jobs and LISTEN when DATABASE_URL is a transaction-mode pooler, to which no settings are then sent; empty: DATABASE_URL',
  ),
  DATABASE_REPLICA_URL: text(
    'Streaming replicas (postgres://…, comma-separated), from which requests read that change nothing; empty: the primary',
  ),
  REPLICA_MAX_LAG: count('Milliseconds by which a replica may be behind to be read from', 1000),
  DATABASE_POOL: count('Database connections per process for requests', 10),
  DATABASE_TIMEOUT: count('Statement timeout of requests, in seconds', 10),
  DATABASE_WAIT: count(
    'Seconds that a start waits for a database that is unreachable, still starting or read-only',
    300,
    0,
  ),
  DATABASE_JOB_POOL: count('Database connections per process for jobs', 10),
  SLOW_STATEMENT_MS: count(
    'Milliseconds above which a statement is logged, by a name and without its values; 0: never',
    1000,
    0,
  ),
  DATABASE_JOB_TIMEOUT: count('Statement timeout of jobs such as imports and exports, in seconds', 600),
  DATABASE_PREPARE: flag(
    'Use named prepared statements; false behind a transaction-mode pooler without them, such as PgBouncer before 1.21',
    true,
  ),
  REDIS_URL: text(
    'Redis or Valkey for rate limits and broadcast between machines, sentinels that know it (redis+sentinel://host1,host2,host3/name) or a cluster (redis+cluster://host1,host2,host3); empty: PostgreSQL',
  ),
  CLICKHOUSE_URL: text(
    'ClickHouse for the clicks of Hop (https://user:password@host:8443/database), whose filtered statistics then read all clicks; empty: PostgreSQL',
  ),
  CLICKHOUSE_CLUSTER: text(
    'Name of the ClickHouse cluster whose replicas all have the clicks (ReplicatedMergeTree); empty: one server',
  ),
  SMTP_URL: text(
    'SMTP server (smtp://user:password@host:587), with which sign-ups confirm their address by default; empty: emails are stored in the operator’s outbox',
  ),
  DKIM_KEY_FILE: text(
    'File with the private key (PEM, RSA) that signs emails for the domain of MAIL_FROM; empty: the mail server signs',
  ),
  DKIM_SELECTOR: text('Selector of the DKIM key: its public half is at SELECTOR._domainkey.DOMAIN', 'plaza'),
  MAIL_FROM: text('Sender of emails; default Plaza <no-reply@ the host of PLAZA_URL>'),
  MAIL_BOUNCES_TO: text(
    'Address to which mail servers return what cannot be delivered; empty: that of MAIL_FROM',
  ),
  MAIL_EVENTS_SECRET: text(
    'Secret with which a mail server or provider reports bounces and complaints to /api/mail/events; empty: no reports',
  ),
  MAIL_DOMAIN_PER_MINUTE: count(
    'Digests, notifications and other bulk mail to one domain per minute; 0: no limit',
    0,
    0,
  ),
  NEWSLETTER_PER_HOUR: count('Newsletter emails per hour of all newsletters together; 0: no limit', 0, 0),
  S3_BUCKET: text('Bucket for uploads; empty: DATA_DIR/uploads'),
  S3_DIRECT_UPLOADS: flag(
    'Whether apps may send files straight to the bucket, which then needs to be reachable for them and to allow PUT from their origins (CORS)',
    false,
  ),
  S3_REGION: text('Region of the bucket', 'us-east-1'),
  S3_ENDPOINT: text('URL of an S3-compatible store; empty: AWS'),
  S3_ACCESS_KEY_ID: text('Access key for the bucket'),
  S3_SECRET_ACCESS_KEY: text('Secret key for the bucket'),
  OUTBOX_DAYS: count('Days for which emails that were not sent are stored, for lack of SMTP_URL', 30),
  FAILED_JOB_DAYS: count('Days for which jobs that failed for good are stored; 0: forever', 90, 0),
  AUDIT_DAYS: count('Days for which entries of the audit log are stored; 0: forever', 0, 0),
  BACKUP_TO: text('Folder or bucket (s3://bucket/prefix) of nightly backups; empty: none'),
  BACKUP_RECIPIENT: text('Public key of age (age1…) that backups are encrypted for'),
  BACKUP_PASSPHRASE: text('Passphrase that backups are encrypted with, if there is no BACKUP_RECIPIENT'),
  BACKUP_IDENTITY: text('Secret key of age (AGE-SECRET-KEY-1…) that opens backups to verify them'),
  BACKUP_ARCHIVE_DAYS: count('Days of which any moment can be restored, by an archive in BACKUP_TO', 0, 0),
  BACKUP_VERIFY: flag('Whether a nightly backup is started on a server of its own to prove it', true),
  GEOIP_DB: text('MMDB file with countries of IP addresses; empty: the data that ships with the code'),
  GEOIP_CITY_DB: text(
    'MMDB file with cities in MaxMind’s layout (GeoLite2 City, DB-IP City), loaded by every process; empty: countries only',
  ),
} as const;

/** The tools of the toolkit: what pages offer for free, and the limits of one run. */
export const toolSettings = {
  SELL_TOOLS: flag('Whether tools are sold per call over x402', true),
  FREE_TOOL_RUNS: count('Free tool runs on pages per person or network address in an hour', 1200),
  FREE_TOOL_LOOKUPS: count(
    'Free runs of network tools on pages per person or network address in an hour',
    60,
  ),
  TOOL_SECONDS: count('Timeout of a tool run, in seconds', 3),
  SANDBOX_MEMORY_MB: count(
    'Memory limit in MB of each process that works on images and documents of strangers. Photos of members may take two and a half times as much, and archives that are imported four times',
    144,
    96,
  ),
  SANDBOX_PROCESSES: count(
    'Processes that work at once on images and documents of strangers, for each of free runs, paid calls, members, audits and imports. 0 is half of the cores but one',
    0,
    0,
  ),
  SANDBOX_NICENESS: count(
    'Niceness of the processes that work on images and documents of strangers. Those of members and paid calls have half of it. 0 lets them compete with requests, 20 gives them only what no other process wants',
    20,
    0,
  ),
} as const;
