-- Keyword filters of a person: what matches is collapsed or hidden for them, and nobody else notices.
create table social.filter (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- As typed.
  keywords text[] not null check (cardinality(keywords) between 1 and 200),
  is_whole_word boolean not null,
  action text not null check (action in ('warn', 'hide')),
  -- Where it applies.
  contexts text[] not null check (cardinality(contexts) > 0
    and contexts <@ array['feeds', 'profiles', 'search', 'threads', 'notifications']),
  expires_at timestamptz,
  created_at timestamptz not null
);

create index filter_of_account on social.filter (account_id, id);

-- Whether the account has filters, so that nothing is read for those without.
alter table identity.account add column has_filters boolean not null default false;

drop trigger announce_account on identity.account;
create trigger announce_account after update on identity.account for each row
when ((old.username, old.first_name, old.last_name, old.picture_small, old.role, old.activated_at,
    old.deletion_requested_at, old.suspended_at, old.deleted_at, old.language, old.has_filters)
  is distinct from (new.username, new.first_name, new.last_name, new.picture_small, new.role, new.activated_at,
    new.deletion_requested_at, new.suspended_at, new.deleted_at, new.language, new.has_filters))
execute function identity.announce_account('id');
