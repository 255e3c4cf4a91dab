-- Processes remember for seconds whose credentials they have seen. A change of what they remember is announced, whatever
-- changes it.
create function identity.announce_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('plaza', json_build_array('account.changed', to_jsonb(new) ->> tg_argv[0])::text);
  return null;
end $$;

create trigger announce_account after update on identity.account for each row
when ((old.username, old.first_name, old.last_name, old.picture_small, old.role, old.activated_at,
    old.deletion_requested_at, old.suspended_at, old.deleted_at, old.language)
  is distinct from (new.username, new.first_name, new.last_name, new.picture_small, new.role, new.activated_at,
    new.deletion_requested_at, new.suspended_at, new.deleted_at, new.language))
execute function identity.announce_account('id');

create trigger announce_account after update on identity.access_key for each row
when ((old.revoked_at, old.scopes, old.expires_at) is distinct from (new.revoked_at, new.scopes, new.expires_at))
execute function identity.announce_account('account_id');
