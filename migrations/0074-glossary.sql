-- Words that are explained here. Those with the permission `glossary` keep them; members suggest.
update identity.role set permissions = permissions || '{glossary}' where name in ('operator', 'moderator');
insert into identity.role (name, title, permissions) values ('glossarist', 'Glossary keeper', '{glossary}');

create table social.term (
  id bigint generated always as identity primary key,
  -- Its address, made of its name.
  slug text not null,
  name text not null,
  -- Other names for the same.
  aliases text[] not null default '{}',
  -- Markdown.
  definition text not null,
  -- Where it stands: the letter it begins with, and what it is sorted by below that.
  letter text not null,
  sort_key text collate "C" not null,
  search tsvector not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by bigint references identity.account (id) on delete set null
);
create unique index term_slug on social.term (slug) where deleted_at is null;
create index term_in_order on social.term (sort_key, id) where deleted_at is null;
create index term_of_letter on social.term (letter, sort_key, id) where deleted_at is null;
create index term_newest on social.term (updated_at desc, id desc) where deleted_at is null;
create index term_search on social.term using gin (search) where deleted_at is null;

-- All that a term was called, by its address: old ones lead to where it is now.
create table social.term_address (
  slug text primary key,
  term_id bigint not null references social.term (id) on delete cascade
);
create index term_address_of_term on social.term_address (term_id);

create table social.term_relation (
  term_id bigint not null references social.term (id) on delete cascade,
  other_id bigint not null references social.term (id) on delete cascade,
  primary key (term_id, other_id),
  check (term_id <> other_id)
);
create index term_relation_back on social.term_relation (other_id, term_id);

create table social.term_set (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  description text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table social.term_in_set (
  set_id bigint not null references social.term_set (id) on delete cascade,
  term_id bigint not null references social.term (id) on delete cascade,
  primary key (set_id, term_id)
);
create index term_in_set_of_term on social.term_in_set (term_id, set_id);

-- How a term read after each change.
create table social.term_version (
  id bigint generated always as identity primary key,
  term_id bigint not null references social.term (id) on delete cascade,
  -- Who changed it, and who had the idea.
  editor_id bigint references identity.account (id) on delete set null,
  suggester_id bigint references identity.account (id) on delete set null,
  -- { name, aliases, definition, seeAlso: [ids], sets: [ids] }
  content jsonb not null,
  created_at timestamptz not null
);
create index term_version_of_term on social.term_version (term_id, id desc);

create table social.term_suggestion (
  id bigint generated always as identity primary key,
  -- Null: a new term.
  term_id bigint references social.term (id) on delete cascade,
  author_id bigint not null references identity.account (id) on delete cascade,
  content jsonb not null,
  -- The definition, so that the same is not suggested again and again.
  text text not null,
  -- What the maintainers should know.
  note text not null default '',
  created_at timestamptz not null,
  -- Moderation found something in it.
  held_at timestamptz,
  -- Its author took it back.
  deleted_at timestamptz,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null,
  outcome text check (outcome in ('taken', 'declined')),
  reason text not null default '',
  check ((settled_at is null) = (outcome is null))
);
create index term_suggestion_open on social.term_suggestion (id) where settled_at is null and deleted_at is null;
create index term_suggestion_of_author on social.term_suggestion (author_id, created_at desc);
create index term_suggestion_of_term on social.term_suggestion (term_id, id desc);
