-- migration: compatible
-- Moving in: archives of other services.
create table social.import (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  file_name text not null,
  -- The stored file, until the import ends.
  path text,
  state text not null check (state in ('reading', 'unreadable', 'ready', 'running', 'finished', 'undoing', 'undone')),
  -- The account that the archive is from, as it says.
  moved_from text not null default '',
  -- The kinds of entries that are imported.
  kinds text[] not null default '{}',
  problem text not null default '',
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);

create index import_of_account on social.import (account_id, id desc);
create index import_old on social.import (created_at) where path is not null;

-- An entry of an archive, and what became of it.
create table social.import_entry (
  import_id bigint not null references social.import (id) on delete cascade,
  position integer not null,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null,
  -- The address of a post there, or the name of a person.
  source text not null,
  content jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'known', 'skipped', 'failed', 'undone', 'kept')),
  reason text not null default '',
  post_id bigint references social.post (id) on delete set null,
  -- The person or list of other kinds.
  target_id bigint,
  primary key (import_id, position)
);

create index import_entry_waiting on social.import_entry (import_id, position) where state = 'waiting';
create index import_entry_done on social.import_entry (import_id, position) where state = 'done';
create index import_entry_account on social.import_entry (account_id);
create index import_entry_source on social.import_entry (source) where post_id is not null;
create index import_entry_post on social.import_entry (post_id) where post_id is not null;

-- When the post came with an archive. Such posts are not announced: feeds, notifications and webhooks do not have them.
alter table social.post add column imported_at timestamptz;

create or replace function social.feed_post() returns trigger language plpgsql as $$
begin
  if new.imported_at is null then
    insert into social.feed_pending (post_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end $$;

create or replace function social.announce_post() returns trigger language plpgsql as $$
declare
  was_shown boolean := tg_op = 'UPDATE' and (old.held_at is null and old.deleted_at is null);
  is_shown boolean := new.held_at is null and new.deleted_at is null;
  happened text := case when not was_shown then 'post.created' when not is_shown then 'post.deleted'
    else 'post.updated' end;
begin
  if happened = 'post.created' and new.imported_at is not null then return null; end if;
  if not social.is_listened_to(array[happened, 'post.deleted', 'question.answered']) then return null; end if;
  perform social.announce(happened, 'read', array[new.author_id], new.id);
  if happened = 'post.created' and new.kind = 'answer' then
    perform social.announce('question.answered', 'read',
      array[new.author_id, (select author_id from social.post where id = new.parent_id)], new.id);
  end if;
  -- Visitors do not see it any more.
  if happened = 'post.updated' and old.privacy = 'public' and new.privacy <> 'public' then
    perform social.announce('post.deleted', 'read', '{}', new.id);
  end if;
  return null;
end $$;
