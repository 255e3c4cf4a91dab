-- Several keys an account, each with a name, a reach and perhaps an end.
alter table identity.access_key
  add column name text not null default 'First key',
  -- What it may do, such as {links:write,qr:read}; null: everything.
  add column scopes text[],
  add column expires_at timestamptz;
alter table identity.access_key alter column name drop default;

drop index identity.access_key_live;
create index access_key_live on identity.access_key (account_id, id desc) where revoked_at is null;

-- What an account may have and how often it may call Hop's API.
create table identity.plan (
  -- The word that the API says as an account's `status`.
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,29}$'),
  -- Calls a minute; null: HOP_RATE_LIMIT.
  calls integer check (calls > 0),
  -- How many of what: {"links": 100, "domains": 1}. What is not named has no limit.
  most jsonb not null default '{}' check (jsonb_typeof(most) = 'object')
);
insert into identity.plan (name) values ('free'), ('pro');

create table identity.account_plan (
  account_id bigint primary key references identity.account (id) on delete cascade,
  plan text not null references identity.plan (name),
  -- Null: it does not end.
  expires_at timestamptz,
  assigned_at timestamptz not null
);
create index account_plan_of on identity.account_plan (plan);
create index account_plan_end on identity.account_plan (expires_at) where expires_at is not null;

-- Who was given no plan has `free`, and operators have `pro`.
create function identity.plan_of(account bigint) returns text language sql stable as $$
  select coalesce(
    (select plan from identity.account_plan where account_id = account),
    (select 'pro' from identity.account as person join identity.role on role.name = person.role
      where person.id = account and 'operate' = any (role.permissions)),
    'free')
$$;

-- A rule that two requests could break together is the database's: it holds for every door by which a row comes in, and
-- costs those whose plan has no limit one look by a primary key. Arguments: the limit's name, what counts against it,
-- and the word for it. The lock makes the account's own additions wait for one another.
create function links.keep_to_plan() returns trigger language plpgsql as $$
declare
  most bigint;
  present bigint;
begin
  select (plan.most ->> tg_argv[0])::bigint into most
    from identity.plan where plan.name = identity.plan_of(new.account_id);
  if most is null then return new; end if;
  perform pg_advisory_xact_lock(7267023, (new.account_id % 2147483647)::integer);
  execute format('select count(*) from (select from %I.%I where account_id = $1 and %s limit $2) as held',
    tg_table_schema, tg_table_name, tg_argv[1]) into present using new.account_id, most;
  if present >= most then
    raise exception 'Your plan has room for % %, and all of it is taken', most, tg_argv[2] using errcode = 'HP402';
  end if;
  return new;
end $$;

create trigger keep_to_plan_of_links before insert on links.link for each row when (new.purpose = 'link')
  execute function links.keep_to_plan('links', 'purpose = ''link'' and deleted_at is null', 'links');
create trigger keep_to_plan_of_bio before insert on links.link for each row when (new.purpose = 'bio')
  execute function links.keep_to_plan('bio', 'purpose = ''bio'' and deleted_at is null', 'bio pages');
create trigger keep_to_plan_of_qr before insert on links.link for each row when (new.purpose = 'qr')
  execute function links.keep_to_plan('qr', 'purpose = ''qr'' and deleted_at is null', 'QR codes');
create trigger keep_to_plan_of_restored before update of deleted_at on links.link for each row
  when (new.purpose = 'link' and old.deleted_at is not null and new.deleted_at is null)
  execute function links.keep_to_plan('links', 'purpose = ''link'' and deleted_at is null', 'links');
create trigger keep_to_plan before insert on links.domain for each row
  execute function links.keep_to_plan('domains', 'true', 'domains');
create trigger keep_to_plan before insert on links.channel for each row
  execute function links.keep_to_plan('channels', 'deleted_at is null', 'channels');
create trigger keep_to_plan before insert on links.campaign for each row
  execute function links.keep_to_plan('campaigns', 'deleted_at is null', 'campaigns');

-- Answers to calls that carried an Idempotency-Key, for a day: a call that comes again gets the same answer.
create table system.kept_answer (
  account_id bigint not null,
  key text not null,
  -- Hash of operation and body: the key with another request is a mistake.
  request bytea not null,
  status smallint,
  -- Sealed: an answer may hold a secret that is shown once.
  answer bytea,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index kept_answer_age on system.kept_answer (created_at);
