-- What the platform itself keeps; its queue has a schema of its own (graphile_worker).
create schema if not exists system;

-- Mail that waits for the operator to read it, when there is no mail server.
create table system.outbox_mail (
  id bigint generated always as identity primary key,
  sent_at timestamptz not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text
);
create index outbox_mail_sent_at on system.outbox_mail (sent_at);

-- Counters of rate limits (the shape that rate-limiter-flexible reads and writes). Unlogged: written on every
-- call, and to lose them when PostgreSQL crashes costs a minute of leniency.
create unlogged table system.rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor = 70);
create index rate_limit_expire on system.rate_limit (expire);

-- The same for counters that must survive a crash: sign-in locks.
create table system.durable_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor = 70);
create index durable_limit_expire on system.durable_limit (expire);
