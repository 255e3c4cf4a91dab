-- Calls that are paid for over x402. A payment is a row from before it is verified, so that it is used once.
create schema paid;

create table paid.payment (
  id bigint generated always as identity primary key,
  -- SHA-256 of what identifies the payment on its chain: the authorization's payer and nonce, or the signed message.
  identity bytea not null unique,
  -- The nonce of the quote that was paid; null where version 1 carries none, and when the payment was refused.
  quote text unique,
  -- The buyer's own id of the payment (payment-identifier).
  client_id text,
  payload_hash bytea not null,
  input_hash bytea not null,
  operation text not null,
  method text not null check (method in ('GET', 'POST')),
  version smallint not null check (version in (1, 2)),
  network text not null,
  asset text not null,
  -- Atomic units.
  amount bigint not null check (amount >= 0),
  payer text not null,
  state text not null check (state in ('claimed', 'verified', 'settling', 'settled', 'refused', 'unknown')),
  -- Why it was refused, or is unknown.
  reason text,
  transaction text,
  -- What the facilitator is sent to settle it.
  request jsonb not null,
  -- Each process that works on the payment has an attempt; only the last one may go on.
  attempt integer not null default 1,
  lease_until timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'settled') = (settled_at is not null))
);

create unique index payment_client_id on paid.payment (payer, client_id) where client_id is not null;
create index payment_open on paid.payment (lease_until) where state in ('claimed', 'verified', 'settling', 'unknown');
create index payment_settled_at on paid.payment (settled_at, id) where state = 'settled';
create index payment_refused_at on paid.payment (created_at, id) where state in ('refused', 'unknown');

-- The answer that was paid for, so that the same payment gets it again.
create table paid.answer (
  payment_id bigint primary key references paid.payment on delete cascade,
  type text not null,
  body text not null,
  stored_at timestamptz not null
);

create index answer_stored_at on paid.answer (stored_at);
