import { count, flag, text } from './setting.ts';

/** Connections to the database, Redis, mail and file storage. */
export const storageSettings = {
  DATABASE_URL: text('PostgreSQL 16 or newer (postgres://…); empty: the embedded PostgreSQL in DATA_DIR'),
  DATABASE_DIRECT_URL: text(
    'Direct PostgreSQL URL for migrations, jobs and LISTEN when DATABASE_URL is a transaction-mode pooler; empty: DATABASE_URL',
  ),
  DATABASE_POOL: count('Database connections per process for requests', 10),
  DATABASE_TIMEOUT: count('Statement timeout of requests, in seconds', 10),
  DATABASE_JOB_POOL: count('Database connections per process for jobs', 10),
  DATABASE_JOB_TIMEOUT: count('Statement timeout of jobs such as imports and exports, in seconds', 600),
  DATABASE_PREPARE: flag('Use named prepared statements; false behind a transaction-mode pooler', true),
  REDIS_URL: text('Redis or Valkey for rate limits and broadcast between machines; empty: PostgreSQL'),
  SMTP_URL: text(
    'SMTP server (smtp://user:password@host:587), with which sign-ups confirm their address by default; empty: emails are stored in the operator’s outbox',
  ),
  MAIL_FROM: text('Sender of emails; default Plaza <no-reply@ the host of PLAZA_URL>'),
  S3_BUCKET: text('Bucket for uploads; empty: DATA_DIR/uploads'),
  S3_REGION: text('Region of the bucket', 'us-east-1'),
  S3_ENDPOINT: text('URL of an S3-compatible store; empty: AWS'),
  S3_ACCESS_KEY_ID: text('Access key for the bucket'),
  S3_SECRET_ACCESS_KEY: text('Secret key for the bucket'),
  GEOIP_DB: text('MMDB file with countries of IP addresses; empty: the data that ships with the code'),
  GEOIP_CITY_DB: text(
    'MMDB file with cities in MaxMind’s layout (GeoLite2 City, DB-IP City), loaded by every process; empty: countries only',
  ),
} as const;
