-- What else people may say of themselves. Blank: nothing said.
alter table identity.account
  add column website text not null default '',
  add column relationship text not null default '',
  add column country text not null default '',
  add column city text not null default '',
  add column hometown text not null default '',
  add column work_title text not null default '',
  add column work_place text not null default '',
  add column work_url text not null default '',
  add column edu_school text not null default '',
  add column edu_major text not null default '',
  add column edu_class text not null default '',
  -- Addresses by network: {"linkedin": "https://…"}.
  add column social_links jsonb not null default '{}',
  -- Since when an operator vouches that they are who they say.
  add column verified_at timestamptz;
