-- What people and pages sell by subscription. Of one of the two; deleted plans stay for those who subscribed.
create table social.plan (
  id bigint generated always as identity primary key,
  account_id bigint references identity.account (id) on delete cascade,
  page_id bigint references social.page (id) on delete cascade,
  title text not null check (title <> ''),
  -- In the currency of the installation, with as many decimals as it was typed with.
  price numeric not null check (price > 0 and price < 1000000 and scale(price) <= 2),
  period text not null check (period in ('day', 'week', 'month', 'year')),
  period_num smallint not null check (period_num between 1 and 365),
  description text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (num_nonnulls(account_id, page_id) = 1)
);
create index plan_of_account on social.plan (account_id, id) where account_id is not null and deleted_at is null;
create index plan_of_page on social.plan (page_id, id) where page_id is not null and deleted_at is null;

alter table social.verdict drop constraint verdict_subject_check,
  add constraint verdict_subject_check
    check (subject in ('post', 'comment', 'reaction', 'page', 'term', 'message', 'plan'));
