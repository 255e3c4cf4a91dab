import { count, flag, text } from './setting.ts';

/** Database, Redis, mail and file storage: what the services connect to. */
export const storageSettings = {
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
} as const;
