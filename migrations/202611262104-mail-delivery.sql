-- migration: compatible
-- Addresses that get no more mail, because it came back or its reader called it spam.
create table system.suppressed_address (
  id bigint generated always as identity primary key,
  -- The form in which addresses are compared.
  email_key text not null unique,
  email text not null,
  -- After a complaint, mail that a person asked for is still sent, such as a code.
  reason text not null check (reason in ('bounce', 'complaint')),
  -- What the mail server said.
  detail text not null,
  at timestamptz not null
);

-- The domains of recipients: when mail to them may be sent next.
create table system.mail_domain (
  domain text primary key,
  -- How many times in a row its mail server asked to come back later, and until when mail waits for that.
  deferrals int not null default 0,
  retry_at timestamptz,
  detail text not null default '',
  -- The next turn of bulk mail, where MAIL_DOMAIN_PER_MINUTE limits it.
  next_at timestamptz
);

create index mail_domain_waiting on system.mail_domain (retry_at) where retry_at is not null;
