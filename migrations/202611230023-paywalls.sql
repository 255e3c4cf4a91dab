-- What plans are worth a day, by which "this plan and above" is decided, and how they are tried out.
alter table social.plan
  add column trial_days smallint not null default 0 check (trial_days between 0 and 90),
  add column daily_price numeric generated always as (price / (period_num * case period
    when 'day' then 1 when 'week' then 7 when 'month' then 30.4375 else 365.25 end)) stored,
  -- Since when price and period are as they are; null: they never changed.
  add column terms_changed_at timestamptz;

-- A post whose content is sold. The content itself is here and nowhere else: social.post has the part that everybody may
-- read, so that no feed, search or feed reader can show what it never reads.
create table social.paywall (
  post_id bigint primary key references social.post (id) on delete cascade,
  -- Whether subscribers read it, and the least plan that they need; null: any.
  is_for_members boolean not null,
  plan_id bigint references social.plan (id) on delete set null,
  -- What reading it once and for all costs, in millionths of the currency; null: it is not sold by itself.
  price bigint check (price > 0),
  text text not null,
  -- Rows of social.photo, social.video and social.attachment, and the cover of an article, as they were there.
  media jsonb not null,
  -- A picture of a few pixels, as a data: address; empty: none.
  blur text not null default '',
  created_at timestamptz not null,
  check (is_for_members or price is not null)
);
create index paywall_plan on social.paywall (plan_id) where plan_id is not null;

-- Files of such posts: served to those who may read the post.
create table social.paywall_file (
  path text not null,
  post_id bigint not null references social.paywall (post_id) on delete cascade,
  primary key (path, post_id)
);
create index paywall_file_post on social.paywall_file (post_id);

-- Who subscribes to a plan, on the terms on which they do.
create table social.membership (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  plan_id bigint not null references social.plan (id) on delete cascade,
  -- Who sells: the person or the page of the plan.
  seller_id bigint references identity.account (id) on delete cascade,
  page_id bigint references social.page (id) on delete cascade,
  price numeric not null,
  period text not null check (period in ('day', 'week', 'month', 'year')),
  period_num smallint not null check (period_num between 1 and 365),
  started_at timestamptz not null,
  -- From which renewals are counted, so that a subscription of the 31st is renewed on the 31st wherever there is one.
  anchor_at timestamptz not null,
  renewals integer not null default 0,
  period_start timestamptz not null,
  period_end timestamptz not null,
  is_trial boolean not null default false,
  -- It ends with the period.
  canceled_at timestamptz,
  -- The plan from the next renewal on.
  next_plan_id bigint references social.plan (id) on delete set null,
  -- Since when the wallet is short, and when the next try is.
  past_due_at timestamptz,
  next_try_at timestamptz not null,
  ended_at timestamptz,
  ended_because text not null default '' check (ended_because in ('', 'canceled', 'unpaid', 'refunded', 'closed', 'blocked')),
  check (num_nonnulls(seller_id, page_id) = 1),
  check (period_end > period_start)
);
create unique index membership_of_person on social.membership (account_id, seller_id) where ended_at is null and seller_id is not null;
create unique index membership_of_page on social.membership (account_id, page_id) where ended_at is null and page_id is not null;
create index membership_due on social.membership (next_try_at) where ended_at is null;
create index membership_of_account on social.membership (account_id, id desc);
create index membership_by_seller on social.membership (seller_id, id desc) where seller_id is not null;
create index membership_by_page on social.membership (page_id, id desc) where page_id is not null;
create index membership_of_plan on social.membership (plan_id) where ended_at is null;

-- What was paid for: a period of a subscription, a post, a tip.
create table social.sale (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('membership', 'unlock', 'tip')),
  -- Null: the person was erased.
  buyer_id bigint references identity.account (id) on delete set null,
  -- Whose earnings it went to: the person, or the owner of the page at that time.
  payee_id bigint references identity.account (id) on delete set null,
  page_id bigint references social.page (id) on delete set null,
  post_id bigint references social.post (id) on delete set null,
  plan_id bigint references social.plan (id) on delete set null,
  membership_id bigint references social.membership (id) on delete set null,
  -- In millionths of the currency; `fee` is the part that the operator has of it.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee <= amount),
  message text not null default '',
  -- Of the ledger.
  transaction_id bigint not null unique,
  created_at timestamptz not null,
  refunded_at timestamptz,
  refund_transaction_id bigint unique
);
create index sale_by_buyer on social.sale (buyer_id, id desc);
create index sale_by_payee on social.sale (payee_id, id desc);
create index sale_by_page on social.sale (page_id, id desc) where page_id is not null;
create index sale_of_post on social.sale (post_id) where post_id is not null;
create index sale_of_membership on social.sale (membership_id, id desc) where membership_id is not null;

-- Who bought a post.
create table social.post_unlock (
  post_id bigint not null references social.post (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  sale_id bigint not null references social.sale (id),
  created_at timestamptz not null,
  primary key (post_id, account_id)
);
create index post_unlock_of_account on social.post_unlock (account_id, created_at desc);
