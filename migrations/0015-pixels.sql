-- Tracking pixels: a tag at one of the providers of src/links/pixels/providers.ts.
create table links.pixel (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  provider text not null,
  name text not null,
  tag text not null,
  created_at timestamptz not null,
  constraint pixel_tag unique (account_id, provider, tag)
);

create index pixel_of_account on links.pixel (account_id, id);
