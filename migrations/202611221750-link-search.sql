-- One index for both kinds of titles, with the keys of `search.keys` beside the text: the links of one account in one slice
-- of ids, so that a search among many links reads the newest that match and no others.
create function links.searchable(alias text, title text, url text) returns text language sql immutable parallel safe
return lower(alias || ' ' || title || ' ' || left(url, 1000))
  || case when octet_length(title) = char_length(title) then '' else ' ' || search.name(title) end;
create index link_search on links.link
  using gin (search.keys(id, account_id), links.searchable(alias, title, url) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where deleted_at is null;
drop index links.link_searchable;
drop index links.link_by_title;

-- Links, bio pages, and QR codes of an account each in their order: counts and pages read the index alone.
create index link_listed on links.link (account_id, purpose, id desc) where deleted_at is null;
drop index links.link_of_account;

-- The account is that of links that lists show; null where the link is deleted, a bio page, or a QR code. So a page of the
-- most followed links reads the index alone.
update links.link_total total set account_id = null from links.link
where link.id = total.link_id and (link.deleted_at is not null or link.purpose <> 'link');
create or replace function links.own_total() returns trigger language plpgsql as $$
begin
  new.account_id := (
    select account_id from links.link where id = new.link_id and deleted_at is null and purpose = 'link'
  );
  return new;
end $$;
create function links.list_total() returns trigger language plpgsql as $$
begin
  update links.link_total set account_id = case when new.deleted_at is null then new.account_id end
  where link_id = new.id;
  return null;
end $$;
create trigger list_total after update of deleted_at on links.link for each row
  when (new.purpose = 'link' and (old.deleted_at is null) <> (new.deleted_at is null))
  execute function links.list_total();

-- What lists of one account alone are narrowed down by.
create index link_private on links.link (account_id, id desc) where visibility = 'private' and deleted_at is null;
-- The planner knows how frequent keys and texts are from now on.
analyze links.link;
