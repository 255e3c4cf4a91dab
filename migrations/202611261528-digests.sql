-- Who chose a digest by email, and when the last one was due.
create table social.digest (
  account_id bigint primary key references identity.account (id) on delete cascade,
  period text not null check (period in ('daily', 'weekly')),
  due_at timestamptz not null
);

create index digest_due on social.digest (due_at);
