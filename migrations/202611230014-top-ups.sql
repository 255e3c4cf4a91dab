-- Money on its way into a wallet. What it did is in the ledger.
create table social.top_up (
  id bigint generated always as identity primary key,
  -- Null once the person was erased: the numbers stay.
  account_id bigint references identity.account (id) on delete set null,
  provider text not null check (provider in ('stripe', 'usdc', 'bank', 'operator')),
  amount bigint not null check (amount > 0 and amount <= 1000000000000000),
  state text not null default 'pending' check (state in ('pending', 'completed', 'refused', 'refunded', 'expired')),
  -- What the payment is found by at the provider: a transfer's purpose, a Checkout session.
  reference text not null constraint top_up_reference unique check (reference <> ''),
  -- The same form sent twice is one top-up.
  request_key text constraint top_up_request_key unique,
  -- Stripe's payment intent, which refunds and disputes name.
  payment text constraint top_up_payment unique,
  -- What went back to the payer, in all.
  returned bigint not null default 0 check (returned between 0 and amount),
  -- Why an operator credited, refused or reversed it.
  reason text not null default '',
  decided_by bigint references identity.account (id) on delete set null,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index top_up_of_account on social.top_up (account_id, id);
create index top_up_decided_by on social.top_up (decided_by);
create index top_up_in_state on social.top_up (provider, state, id);

-- What somebody uploaded to show that they paid. Not a file of the store: nobody but the operator may read it.
create table social.top_up_receipt (
  top_up_id bigint primary key references social.top_up (id) on delete cascade,
  type text not null,
  body bytea not null check (length(body) <= 5242880),
  created_at timestamptz not null
);

create table social.payout (
  id bigint generated always as identity primary key,
  account_id bigint references identity.account (id) on delete set null,
  source text not null check (source in ('earnings', 'wallet')),
  amount bigint not null check (amount > 0 and amount <= 1000000000000000),
  -- Where it is to be paid to; emptied when the person is erased.
  destination text not null,
  state text not null default 'requested' check (state in ('requested', 'approved', 'refused', 'canceled', 'paid')),
  request_key text constraint payout_request_key unique,
  reason text not null default '',
  -- Of the operator's payment.
  reference text not null default '',
  decided_by bigint references identity.account (id) on delete set null,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index payout_of_account on social.payout (account_id, id);
create index payout_decided_by on social.payout (decided_by);
create index payout_in_state on social.payout (state, id);
