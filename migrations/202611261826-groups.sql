-- migration: compatible
-- Groups of people who post among themselves.
create table social.people_group (
  id bigint generated always as identity primary key,
  -- Public: members of the site find, read and join it. Closed: they find it and request to join. Secret: only its
  -- members and people with an invitation see it.
  kind text not null check (kind in ('public', 'closed', 'secret')),
  title text not null,
  about text not null default '',
  -- Accepted on joining. Empty for none.
  rules text not null default '',
  -- Asked of people who request to join.
  questions text[] not null default '{}' check (cardinality(questions) <= 3),
  members integer not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz
);

create index people_group_listed on social.people_group (id desc) where deleted_at is null and kind in ('public', 'closed');

create table social.people_group_member (
  group_id bigint not null references social.people_group (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'moderator', 'member')),
  joined_at timestamptz not null,
  primary key (group_id, account_id)
);

create index people_group_member_of_account on social.people_group_member (account_id, group_id desc);
create index people_group_member_newest on social.people_group_member (group_id, joined_at desc, account_id);
create unique index people_group_owner on social.people_group_member (group_id) where role = 'owner';

-- Requests to join, until they are approved, declined or canceled.
create table social.people_group_request (
  group_id bigint not null references social.people_group (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  answers text[] not null default '{}',
  requested_at timestamptz not null,
  primary key (group_id, account_id)
);

create index people_group_request_oldest on social.people_group_request (group_id, requested_at, account_id);
create index people_group_request_of_account on social.people_group_request (account_id);

-- Who is banned sees nothing of the group. A job deletes what is over.
create table social.people_group_ban (
  group_id bigint not null references social.people_group (id) on delete cascade,
  account_id bigint not null references identity.account (id) on delete cascade,
  reason text not null default '',
  banned_by bigint references identity.account (id) on delete set null,
  created_at timestamptz not null,
  -- Null: until it is lifted.
  expires_at timestamptz,
  primary key (group_id, account_id)
);

create index people_group_ban_of_account on social.people_group_ban (account_id);
create index people_group_ban_of_moderator on social.people_group_ban (banned_by);
create index people_group_ban_over on social.people_group_ban (expires_at) where expires_at is not null;

-- Links that let people join. Only the hash of the token in the address is stored.
create table social.people_group_invitation (
  id bigint generated always as identity primary key,
  group_id bigint not null references social.people_group (id) on delete cascade,
  token_hash bytea not null unique,
  created_by bigint references identity.account (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  max_uses integer not null check (max_uses between 1 and 1000),
  uses integer not null default 0 check (uses <= max_uses)
);

create index people_group_invitation_of_group on social.people_group_invitation (group_id, id desc);
create index people_group_invitation_of_creator on social.people_group_invitation (created_by);

-- What its team did in a group.
create table social.people_group_log (
  id bigint generated always as identity primary key,
  group_id bigint not null references social.people_group (id) on delete cascade,
  actor_id bigint references identity.account (id) on delete set null,
  action text not null,
  -- The person whom it concerns.
  person_id bigint references identity.account (id) on delete set null,
  detail text not null default '',
  at timestamptz not null
);

create index people_group_log_newest on social.people_group_log (group_id, id desc);
create index people_group_log_of_actor on social.people_group_log (actor_id);
create index people_group_log_of_person on social.people_group_log (person_id);

-- Posts of a group have an audience of their own, so that whatever asks for public posts leaves them out.
alter table social.post add column group_id bigint;
alter table social.post add column group_pinned_at timestamptz;
alter table social.post drop constraint post_privacy_check,
  add constraint post_privacy_check check (privacy in ('public', 'friends', 'me', 'group')) not valid;
alter table social.post add constraint post_group_check check ((privacy = 'group') = (group_id is not null)) not valid;
alter table social.post add constraint post_group_fkey foreign key (group_id)
  references social.people_group (id) on delete cascade not valid;

create index people_group_search on social.people_group using gin (search.name(title) gin_trgm_ops) where deleted_at is null;

-- However people join and leave, also by the deletion of accounts: counts the members, and passes a group without an
-- owner to the admin who joined first. Without an admin the group is closed.
create function social.change_group_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update social.people_group set members = members + 1 where id = new.group_id;
    return null;
  end if;
  update social.people_group set members = members - 1 where id = old.group_id;
  if old.role = 'owner' then
    update social.people_group_member as heir set role = 'owner' where (heir.group_id, heir.account_id) = (
      select admin.group_id, admin.account_id from social.people_group_member as admin
      where admin.group_id = old.group_id and admin.role = 'admin' order by admin.joined_at, admin.account_id limit 1);
    if not found then
      update social.people_group set deleted_at = now() where id = old.group_id and deleted_at is null;
    end if;
  end if;
  return null;
end $$;

create trigger change_group_members after insert or delete on social.people_group_member for each row
  execute function social.change_group_members();
