-- Stored feeds. The reasons, and why no page has a gap or the same post twice, are in docs/decisions/0011-feeds.md.

-- Whose feed is stored: who has looked at it lately.
create table social.feed (
  account_id bigint primary key references identity.account (id) on delete cascade,
  -- Goes up when there is somebody or something more to read; the list is to be made anew while `built` is behind.
  changed bigint not null default 0,
  built bigint not null default -1,
  -- The list has all from this id on, and is of no use for what is older.
  floor_id bigint not null default 0,
  -- The newest post they have been shown, and what that was when their present visit began.
  seen_id bigint not null default 0,
  mark_id bigint not null default 0,
  visited_at timestamptz,
  looked_at timestamptz not null
);
create index feed_looked_at on social.feed (looked_at);

create table social.feed_entry (
  account_id bigint not null references social.feed (account_id) on delete cascade,
  -- Of a post that may be gone meanwhile: entries are the largest table there is, and a reference would need an index.
  post_id bigint not null,
  primary key (account_id, post_id)
);

-- Posts that are not in all the lists yet; until they are, whoever reads a feed looks here as well.
create table social.feed_pending (
  post_id bigint primary key references social.post (id) on delete cascade
);

-- Whose posts are in no list because too many would have to be written: they are gathered when a feed is read.
create table social.feed_star (
  subject text not null check (subject in ('person', 'page')),
  subject_id bigint not null,
  primary key (subject, subject_id)
);

-- An order that somebody was shown, so that its second page goes on where the first one ended.
create table social.feed_ranking (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  at timestamptz not null,
  post_ids bigint[] not null
);
create index feed_ranking_of_account on social.feed_ranking (account_id, id desc);
create index feed_ranking_at on social.feed_ranking (at);

-- In triggers, so that nothing that publishes, lets through, opens or brings back a post can forget it.
create function social.feed_post() returns trigger language plpgsql as $$
begin
  insert into social.feed_pending (post_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger feed_new_post after insert on social.post for each row
  when (new.parent_id is null and new.privacy <> 'me' and new.held_at is null and new.deleted_at is null)
  execute function social.feed_post();
create trigger feed_shown_post after update of privacy, held_at, deleted_at on social.post for each row
  when (new.parent_id is null and new.privacy <> 'me' and new.held_at is null and new.deleted_at is null
    and (old.privacy, old.held_at, old.deleted_at) is distinct from (new.privacy, new.held_at, new.deleted_at))
  execute function social.feed_post();

-- Who has somebody more to read. Who has somebody less needs nothing: what is stored is looked at again when it is read.
create function social.feed_follow() returns trigger language plpgsql as $$
begin
  update social.feed set changed = changed + 1 where account_id = new.follower_id;
  return null;
end $$;
create trigger feed_follow after insert on social.follow for each row execute function social.feed_follow();

create function social.feed_friendship() returns trigger language plpgsql as $$
begin
  -- In one order for all, so that no two wait for each other.
  update social.feed set changed = changed + 1 where account_id = least(new.asker_id, new.asked_id);
  update social.feed set changed = changed + 1 where account_id = greatest(new.asker_id, new.asked_id);
  return null;
end $$;
create trigger feed_friendship after insert or update of accepted_at on social.friendship for each row
  when (new.accepted_at is not null) execute function social.feed_friendship();

create function social.feed_like() returns trigger language plpgsql as $$
begin
  update social.feed set changed = changed + 1 where account_id = new.account_id;
  return null;
end $$;
create trigger feed_like after insert on social.page_like for each row execute function social.feed_like();
