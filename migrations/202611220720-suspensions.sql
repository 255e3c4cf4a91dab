-- Each suspension of an account, with who decided it, why, and its own end. An account is suspended while one is in force;
-- account.suspended_at, suspended_until and suspension_reason are derived from those in force.
create table identity.suspension (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  suspended_by bigint references identity.account (id) on delete set null,
  -- The decision that it belongs to, such as "case 12"; empty: an operator's own.
  source text not null default '',
  reason text not null default '',
  created_at timestamptz not null,
  -- Null: until somebody lifts it.
  ends_at timestamptz,
  lifted_at timestamptz,
  lifted_by bigint references identity.account (id) on delete set null
);
create index suspension_in_force on identity.suspension (account_id) where lifted_at is null;
create index suspension_due on identity.suspension (ends_at) where lifted_at is null and ends_at is not null;

insert into identity.suspension (account_id, suspended_by, source, reason, created_at, ends_at)
  select account.id, decided.settled_by, coalesce('case ' || decided.id, ''), account.suspension_reason,
    account.suspended_at, account.suspended_until
  from identity.account as account
  left join lateral (
    select id, settled_by from social.moderation_case
    where author_id = account.id and decision = 'suspend' and message = account.suspension_reason
    order by id desc limit 1
  ) as decided on true
  where account.suspended_at is not null and account.deleted_at is null;

-- Removed by moderation, whoever deleted it before: until the decision is undone its author cannot restore it.
alter table social.post add column removed_at timestamptz;
alter table social.comment add column removed_at timestamptz;
alter table social.page add column removed_at timestamptz;
update social.post set removed_at = deleted_at where deleted_at is not null and deleted_by is distinct from author_id
  and exists (select from social.moderation_case where subject = 'post' and subject_id = post.id
    and decision in ('remove', 'suspend') and settled_by = post.deleted_by);
update social.comment set removed_at = deleted_at where deleted_at is not null and deleted_by is distinct from author_id
  and exists (select from social.moderation_case where subject = 'comment' and subject_id = comment.id
    and decision in ('remove', 'suspend') and settled_by = comment.deleted_by);
update social.page set removed_at = deleted_at where deleted_at is not null and deleted_by is distinct from owner_id
  and exists (select from social.moderation_case where subject = 'page' and subject_id = page.id
    and decision in ('remove', 'suspend') and settled_by = page.deleted_by);
