-- Plan limits hold for what is restored as for what is added. Links had this already.
create trigger keep_to_plan_of_restored_bio before update of deleted_at on links.link for each row
  when (new.purpose = 'bio' and old.deleted_at is not null and new.deleted_at is null)
  execute function links.keep_to_plan('bio', 'purpose = ''bio'' and deleted_at is null', 'bio pages');
create trigger keep_to_plan_of_restored_qr before update of deleted_at on links.link for each row
  when (new.purpose = 'qr' and old.deleted_at is not null and new.deleted_at is null)
  execute function links.keep_to_plan('qr', 'purpose = ''qr'' and deleted_at is null', 'QR codes');
create trigger keep_to_plan_of_restored before update of deleted_at on links.channel for each row
  when (old.deleted_at is not null and new.deleted_at is null)
  execute function links.keep_to_plan('channels', 'deleted_at is null', 'channels');
create trigger keep_to_plan_of_restored before update of deleted_at on links.campaign for each row
  when (old.deleted_at is not null and new.deleted_at is null)
  execute function links.keep_to_plan('campaigns', 'deleted_at is null', 'campaigns');

-- Aliases under the service's own address that were given up, by deletion or for another one. For RESERVED_NAME_DAYS they
-- are their former owner's alone. A domain of somebody's own needs none: nobody else has links under it.
create table links.reserved_alias (
  -- An alias may be somebody's name, and outlives their account here: only its hash is stored.
  alias_hash bytea primary key,
  -- No reference: the alias stays reserved when the account is deleted.
  former_owner_id bigint not null,
  given_up_at timestamptz not null
);
create index reserved_alias_age on links.reserved_alias (given_up_at);

create function links.alias_hash(alias text) returns bytea language sql immutable parallel safe
  return sha256(convert_to(alias, 'UTF8'));

create function links.reserve_alias() returns trigger language plpgsql as $$
begin
  insert into links.reserved_alias (alias_hash, former_owner_id, given_up_at)
    values (links.alias_hash(old.alias), old.account_id, coalesce(new.deleted_at, new.updated_at))
    on conflict (alias_hash) do update set former_owner_id = excluded.former_owner_id, given_up_at = excluded.given_up_at;
  return null;
end $$;
create trigger reserve_alias after update on links.link for each row
  when (old.deleted_at is null and old.domain_id is null
    and (new.deleted_at is not null or new.alias <> old.alias or new.domain_id is not null))
  execute function links.reserve_alias();

-- After the row, and so after the unique index has waited for whoever is giving up the alias just now: by then their
-- reservation can be seen. It is the index's own error, so that both are one case for callers.
create function links.refuse_reserved_alias() returns trigger language plpgsql as $$
begin
  if exists (select from links.reserved_alias where alias_hash = links.alias_hash(new.alias) and former_owner_id <> new.account_id) then
    raise unique_violation using message = 'The alias is reserved for its former owner', constraint = 'link_alias';
  end if;
  return null;
end $$;
create trigger refuse_reserved_alias after insert on links.link for each row
  when (new.deleted_at is null and new.domain_id is null) execute function links.refuse_reserved_alias();
create trigger refuse_reserved_alias_of_changed after update on links.link for each row
  when (new.deleted_at is null and new.domain_id is null
    and (old.deleted_at is not null or old.domain_id is not null or new.alias <> old.alias))
  execute function links.refuse_reserved_alias();

-- The same for user names.
create table identity.reserved_username (
  username_hash bytea primary key,
  former_owner_id bigint not null,
  given_up_at timestamptz not null
);
create index reserved_username_age on identity.reserved_username (given_up_at);

create function identity.username_hash(username text) returns bytea language sql immutable parallel safe
  return sha256(convert_to(lower(username), 'UTF8'));

create function identity.refuse_reserved_username() returns trigger language plpgsql as $$
begin
  if exists (select from identity.reserved_username
    where username_hash = identity.username_hash(new.username) and former_owner_id <> new.id) then
    raise unique_violation
      using message = 'The user name is reserved for its former owner', constraint = 'account_username_key';
  end if;
  return null;
end $$;
create trigger refuse_reserved_username after insert on identity.account for each row
  execute function identity.refuse_reserved_username();
create trigger refuse_reserved_username_of_changed after update of username on identity.account for each row
  when (lower(new.username) <> lower(old.username)) execute function identity.refuse_reserved_username();
