-- Reports of website audits. `token` is the address of one: who has it may read it.
create table paid.audit (
  id bigint generated always as identity primary key,
  token text not null unique,
  -- Null: of a visitor.
  account_id bigint references identity.account (id) on delete cascade,
  host text not null,
  score smallint not null,
  grade text not null,
  report jsonb not null,
  created_at timestamptz not null
);
-- A member's history, that of one site, the newest report of a site for its badge, and what is old.
create index audit_of_account on paid.audit (account_id, id desc) where account_id is not null;
create index audit_of_site on paid.audit (account_id, host, id desc) where account_id is not null;
create index audit_of_host on paid.audit (host, id desc);
create index audit_by_age on paid.audit (created_at);
