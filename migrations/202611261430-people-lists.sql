-- Lists of people whose posts a person reads as a feed. Nobody else sees them.
create table social.people_list (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  title text not null check (length(title) between 1 and 100),
  -- Whether the posts of its people are not on the home page.
  is_exclusive boolean not null default false,
  created_at timestamptz not null
);

create index people_list_of_account on social.people_list (account_id, id);

create table social.people_list_member (
  list_id bigint not null references social.people_list (id) on delete cascade,
  person_id bigint not null references identity.account (id) on delete cascade,
  added_at timestamptz not null,
  primary key (list_id, person_id)
);

create index people_list_member_of_person on social.people_list_member (person_id, list_id);
