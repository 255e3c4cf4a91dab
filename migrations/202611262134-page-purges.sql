-- migration: compatible
-- What caches in front of the service (CDN_PURGE_URL) must forget: keys of pages, as their responses list them.
create table system.page_purge (
  id bigint generated always as identity primary key,
  key text not null,
  at timestamptz not null default now()
);

-- Whether a cache is told. Triggers ask this first, so that nothing else is done without one.
create function system.purges_pages() returns boolean language sql stable as $$
  select exists (select from system.setting where name = 'cdn')
$$;

create function system.purge_pages(keys text[]) returns void language plpgsql as $$
begin
  insert into system.page_purge (key) select distinct key from unnest(keys) as key where key is not null;
  -- Without a key, whose row would make all who write at the same time wait for each other.
  perform graphile_worker.add_job('system.purge-pages', '{}'::json, queue_name => 'system.purge-pages');
end $$;

-- Triggers, so that every way to change something is told exactly if the row is committed.
create function social.purge_post() returns trigger language plpgsql as $$
declare
  post social.post := case when tg_op = 'DELETE' then old else new end;
  keys text[] := array['post-' || post.id];
begin
  if not system.purges_pages() then return null; end if;
  -- Pages that do not show it yet, or that show how many there are.
  if tg_op <> 'UPDATE'
    or (old.privacy, old.held_at is null, old.deleted_at is null, old.removed_at is null, old.pinned_at,
        old.group_pinned_at, old.parent_id, old.page_id, old.group_id, old.kind)
      is distinct from (new.privacy, new.held_at is null, new.deleted_at is null, new.removed_at is null,
        new.pinned_at, new.group_pinned_at, new.parent_id, new.page_id, new.group_id, new.kind) then
    keys := keys || array['lists', 'post-' || post.parent_id,
      'person-' || (select lower(username) from identity.account where id = post.author_id),
      'page-' || (select lower(username) from social.page where id = post.page_id)];
  end if;
  perform system.purge_pages(keys);
  return null;
end $$;

create trigger purge_new after insert on social.post for each row
  when (new.privacy = 'public' and new.held_at is null and new.deleted_at is null)
  execute function social.purge_post();
create trigger purge_changed after update of privacy, held_at, deleted_at, removed_at, edited_at, pinned_at,
  group_pinned_at, locked_at, parent_id, page_id, group_id, kind, text, title, warning, link, quote_id, preview_off_at
  on social.post for each row execute function social.purge_post();
create trigger purge_deleted after delete on social.post for each row execute function social.purge_post();

-- What belongs to a post.
create function social.purge_part() returns trigger language plpgsql as $$
begin
  if system.purges_pages() then
    perform system.purge_pages(array['post-' || case when tg_op = 'DELETE' then old.post_id else new.post_id end]);
  end if;
  return null;
end $$;

create trigger purge_parts after insert or update of text, held_at, deleted_at, removed_at, edited_at or delete
  on social.comment for each row execute function social.purge_part();
create trigger purge_parts after update or delete on social.photo for each row execute function social.purge_part();
create trigger purge_parts after update or delete on social.video for each row execute function social.purge_part();
create trigger purge_parts after update or delete on social.attachment
  for each row execute function social.purge_part();
create trigger purge_parts after update or delete on social.article
  for each row execute function social.purge_part();
create trigger purge_parts after insert or update or delete on social.paywall
  for each row execute function social.purge_part();
create trigger purge_parts after insert or delete on social.text_picture
  for each row execute function social.purge_part();
create trigger purge_parts after update of accepted_id, category_id, closed_by, closed_reason, duplicate_of, solved_at
  on social.question for each row execute function social.purge_part();
create trigger purge_parts after update of forum_id, pinned_at, moved_at on social.thread
  for each row execute function social.purge_part();

-- People and pages, by what is in their addresses, before and after the change.
create function system.purge_named() returns trigger language plpgsql as $$
begin
  if system.purges_pages() then
    perform system.purge_pages(array['lists', tg_argv[0] || lower(old.username),
      case when tg_op = 'UPDATE' then tg_argv[0] || lower(new.username) end]);
  end if;
  return null;
end $$;

create trigger purge_changed after update of username, first_name, last_name, picture, picture_small, cover, biography,
  city, country, hometown, website, social_links, work_title, work_place, work_url, edu_school, edu_major, edu_class,
  relationship, gender, birthdate, privacy, is_private, is_former, suspended_at, suspended_until, deleted_at,
  deletion_requested_at, activated_at, verified_at, role on identity.account for each row
  when (old.* is distinct from new.*) execute function system.purge_named('person-');
create trigger purge_deleted after delete on identity.account for each row
  execute function system.purge_named('person-');
create trigger purge_changed after update of username, title, about, website, picture, picture_small, cover,
  category_id, owner_id, verified_at, held_at, removed_at, suspended_at, deleted_at on social.page for each row
  when (old.* is distinct from new.*) execute function system.purge_named('page-');
create trigger purge_deleted after delete on social.page for each row execute function system.purge_named('page-');

-- What any page may show.
create function system.purge_site() returns trigger language plpgsql as $$
begin
  if system.purges_pages() then perform system.purge_pages(array['site']); end if;
  return null;
end $$;

create trigger purge_site after insert or update or delete on system.setting for each statement
  execute function system.purge_site();
create trigger purge_site after insert or update or delete on social.static_page for each statement
  execute function system.purge_site();
create trigger purge_site after insert or update or delete on social.category for each statement
  execute function system.purge_site();
create trigger purge_site after insert or update or delete on social.forum for each statement
  execute function system.purge_site();
create trigger purge_site after update of kind, title, about, rules, deleted_at or delete on social.people_group
  for each row execute function system.purge_site();
