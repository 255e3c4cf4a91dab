-- Tags: an owner's words on links. A link may have many.
create table links.tag (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null,
  color text not null check (color ~* '^#[0-9a-f]{6}$'),
  deleted_at timestamptz,
  created_at timestamptz not null
);
create unique index tag_name on links.tag (account_id, lower(name)) where deleted_at is null;

-- Kept when the tag is deleted, so that bringing it back brings it back on its links. Read from the newest link on.
create table links.link_tag (
  tag_id bigint not null references links.tag (id) on delete cascade,
  link_id bigint not null references links.link (id) on delete cascade,
  primary key (tag_id, link_id)
);
create index tag_of_link on links.link_tag (link_id);

-- Links are found by any part of their alias, title or address. What is searched of an address is its beginning.
create extension if not exists pg_trgm;
create index link_searchable on links.link
  using gin (lower(alias || ' ' || title || ' ' || left(url, 1000)) gin_trgm_ops)
  where deleted_at is null;

-- One for each way in which a list of links is sorted or narrowed down.
create index link_by_alias on links.link (account_id, alias, id) where deleted_at is null and purpose = 'link';
create index link_with_password on links.link (account_id, id desc)
  where password_hash is not null and deleted_at is null;
create index link_disabled on links.link (account_id, id desc) where disabled_at is not null and deleted_at is null;
create index link_expiring on links.link (account_id, id desc)
  where (expires_at is not null or click_limit is not null) and deleted_at is null;
-- Links lie on disk in the order in which they were made: this one is small, and costs a new link nothing.
create index link_made on links.link using brin (created_at) with (pages_per_range = 16);
-- What was deleted together is brought back together.
create index link_deleted on links.link (account_id, deleted_at) where deleted_at is not null;

-- Most clicked and last clicked, an account at a time. A link that was never followed has no row here.
alter table links.link_total add column account_id bigint;
update links.link_total total set account_id = link.account_id from links.link link where link.id = total.link_id;

create function links.own_total() returns trigger language plpgsql as $$
begin
  new.account_id := (select account_id from links.link where id = new.link_id);
  return new;
end $$;
create trigger own_total before insert on links.link_total for each row execute function links.own_total();

create index link_total_by_clicks on links.link_total (account_id, clicks desc, link_id desc);
create index link_total_by_last_click on links.link_total (account_id, last_click_at desc, link_id desc);
