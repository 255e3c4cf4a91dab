-- migration: compatible
-- Newsletters: posts that are sent to subscribers by email. One for each person, page or group.
create table social.newsletter (
  id bigint generated always as identity primary key,
  account_id bigint unique references identity.account (id) on delete cascade,
  page_id bigint unique references social.page (id) on delete cascade,
  group_id bigint unique references social.people_group (id) on delete cascade,
  title text not null,
  about text not null default '',
  -- Whether it takes new subscribers.
  is_open boolean not null,
  created_at timestamptz not null,
  check (num_nonnulls(account_id, page_id, group_id) = 1)
);

-- Members, and addresses that confirmed it, or are asked to.
create table social.newsletter_subscriber (
  id bigint generated always as identity primary key,
  newsletter_id bigint not null references social.newsletter (id) on delete cascade,
  account_id bigint references identity.account (id) on delete cascade,
  email text,
  -- The form in which addresses are compared.
  email_key text,
  -- Of the interface in which an address was entered.
  language text not null default '',
  -- When the last email asked the address to confirm.
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  check (num_nonnulls(account_id, email_key) = 1 and (email is null) = (email_key is null)),
  unique (newsletter_id, account_id),
  unique (newsletter_id, email_key)
);

create index newsletter_subscriber_in_order on social.newsletter_subscriber (newsletter_id, id) where confirmed_at is not null;
create index newsletter_subscriber_of_account on social.newsletter_subscriber (account_id, id) where account_id is not null;
create index newsletter_subscriber_of_address on social.newsletter_subscriber (email_key, requested_at)
  where email_key is not null;
create index newsletter_subscriber_waiting on social.newsletter_subscriber (requested_at) where confirmed_at is null;

-- A post that was sent, or is being sent.
create table social.newsletter_issue (
  id bigint generated always as identity primary key,
  newsletter_id bigint not null references social.newsletter (id) on delete cascade,
  post_id bigint not null references social.post (id) on delete cascade,
  sender_id bigint references identity.account (id) on delete set null,
  -- Members: those who pay for a plan.
  audience text not null check (audience in ('everyone', 'members')),
  -- Members of this plan only.
  plan_id bigint references social.plan (id) on delete cascade,
  created_at timestamptz not null,
  -- The subscribers up to the cursor have it. Those who subscribed after the last one do not get it.
  cursor_id bigint not null default 0,
  last_id bigint not null,
  next_at timestamptz not null,
  finished_at timestamptz,
  queued integer not null default 0,
  -- On the suppression list.
  suppressed integer not null default 0,
  -- Subscribers who may not read it, and accounts that are suspended.
  skipped integer not null default 0,
  unsubscribed integer not null default 0,
  unique (newsletter_id, post_id)
);

create index newsletter_issue_of_post on social.newsletter_issue (post_id);
create index newsletter_issue_of_plan on social.newsletter_issue (plan_id) where plan_id is not null;
create index newsletter_issue_of_sender on social.newsletter_issue (sender_id) where sender_id is not null;
create index newsletter_issue_running on social.newsletter_issue (next_at) where finished_at is null;

-- The addresses that an issue was sent to while it is being sent, so that none gets it twice.
create table social.newsletter_delivery (
  issue_id bigint not null references social.newsletter_issue (id) on delete cascade,
  email_key text not null,
  primary key (issue_id, email_key)
);

-- What became of the messages of a batch.
create table system.mail_batch (
  name text not null,
  outcome text not null,
  count integer not null,
  primary key (name, outcome)
);
