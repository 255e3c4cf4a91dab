-- What an operator decides while the service runs, and the lists that sign-up, profiles and content choose from.
create table system.setting (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null
);

-- Its ids are on the wire: a title may change, and what is taken off the list stays on those who chose it.
create table identity.gender (
  id bigint generated always as identity primary key,
  title text not null,
  position integer not null default 0,
  deleted_at timestamptz
);
insert into identity.gender (title, position) values ('Male', 1), ('Female', 2), ('Other', 3);

create table identity.user_group (
  id bigint generated always as identity primary key,
  title text not null,
  position integer not null default 0,
  deleted_at timestamptz
);

alter table identity.account
  add column user_group_id bigint references identity.user_group (id) on delete set null,
  add column birthdate date,
  add column phone text not null default '',
  -- When the first steps (picture, interests, people) were done or left out.
  add column started_at timestamptz;

-- What an operator asks of members beyond what everybody is asked.
create table identity.profile_field (
  id bigint generated always as identity primary key,
  label text not null,
  kind text not null check (kind in ('textbox', 'textarea', 'selectbox', 'multipleselectbox')),
  options text[] not null default '{}',
  is_required boolean not null default false,
  -- Asked at sign-up; otherwise in the settings alone.
  at_sign_up boolean not null default true,
  -- Shown on the profile.
  is_public boolean not null default true,
  longest integer not null default 255 check (longest between 1 and 5000),
  position integer not null default 0,
  deleted_at timestamptz
);

create table identity.profile_value (
  account_id bigint not null references identity.account (id) on delete cascade,
  field_id bigint not null references identity.profile_field (id) on delete cascade,
  -- Text as typed; of a choice the numbers of the options, from 0, with commas between.
  value text not null,
  primary key (account_id, field_id)
);

create table social.category (
  id bigint generated always as identity primary key,
  -- What it sorts: pages, blogs, forums …
  kind text not null,
  name text not null,
  parent_id bigint references social.category (id) on delete cascade,
  position integer not null default 0,
  deleted_at timestamptz
);
create index category_of_kind on social.category (kind, position, id) where deleted_at is null;

insert into social.category (kind, name, position)
select kind, name, place from (values
  ('pages', array['Business', 'Community', 'Brand or product', 'Artist', 'Entertainment', 'Cause', 'Other']),
  ('blogs', array['Technology', 'Science', 'Culture', 'Life', 'Business', 'Health', 'Travel', 'Other']),
  ('forums', array['General', 'Help', 'Off-topic']),
  ('questions', array['General', 'Technology', 'Science', 'Everyday life']),
  ('groups', array['Friends', 'Local', 'Interests', 'Work', 'Other']),
  ('events', array['Meeting', 'Music', 'Sport', 'Talk', 'Other'])
) as kinds (kind, names), unnest(names) with ordinality as named (name, place);

-- Pages that the operator writes: one text a language.
create table social.static_page (
  id bigint generated always as identity primary key,
  slug text not null,
  language text not null default 'en',
  title text not null,
  body text not null,
  position integer not null default 0,
  -- Named at the foot of every page.
  in_footer boolean not null default true,
  updated_at timestamptz not null,
  unique (slug, language)
);

-- What people write to whoever runs the place.
create table social.contact_message (
  id bigint generated always as identity primary key,
  account_id bigint references identity.account (id) on delete set null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by bigint references identity.account (id) on delete set null
);
create index contact_message_waiting on social.contact_message (id desc) where settled_at is null;
create index contact_message_settled on social.contact_message (id desc) where settled_at is not null;
