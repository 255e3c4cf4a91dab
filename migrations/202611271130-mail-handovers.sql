-- migration: compatible
-- Messages of a batch that were handed to the mail server, so that none is sent twice. Without an outcome: the process
-- died, or the connection was lost, before the mail server's answer was known.
create table system.mail_handover (
  batch text not null,
  email_key text not null,
  at timestamptz not null,
  outcome text,
  primary key (batch, email_key)
);
create index mail_handover_at on system.mail_handover (at);
