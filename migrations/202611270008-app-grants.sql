-- migration: compatible

-- People consented to the redirect URL of an app, and to an app that exists. Another URL, or a deletion, ends what they
-- granted by OAuth 2.1 at once, with all tokens.
create function agents.end_grants_of_app() returns trigger language plpgsql as $$
begin
  delete from agents.oauth_grant
    using agents.registration, agents.client
    where oauth_grant.registration_id = registration.id
      and registration.client_id = client.id
      and client.client_id = old.auth_id
      and client.kind = 'app';
  return null;
end
$$;

create trigger end_grants_of_changed after update of redirect_url, deleted_at on social.oauth_app for each row
  when (old.redirect_url is distinct from new.redirect_url or old.deleted_at is null and new.deleted_at is not null)
  execute function agents.end_grants_of_app();
