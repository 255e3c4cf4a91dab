-- Short links. What visitors did with them is in the clicks' own migration.
create schema links;

create table links.domain (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  host text not null unique check (host = lower(host)),
  scheme text not null default 'https' check (scheme in ('http', 'https')),
  root_redirect text,
  missing_redirect text,
  verified_at timestamptz,
  created_at timestamptz not null
);

create table links.link (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  -- Null: the service's own address.
  domain_id bigint references links.domain (id) on delete restrict,
  alias text not null,
  url text not null,
  title text not null default '',
  description text not null default '',
  -- Whether the owner's public pages may name it; whoever has the short address may follow it either way.
  visibility text not null default 'public' check (visibility in ('public', 'private')),
  -- How a visitor gets there, and the status code of a direct redirect.
  kind text not null default 'direct' check (kind in ('direct', 'frame', 'splash', 'overlay')),
  status smallint not null default 302 check (status in (301, 302, 307, 308)),
  password_hash text,
  expires_at timestamptz,
  expired_url text,
  -- Ordered targeting rules, extra parameters and the like, in the shapes of src/links/links/wire.ts.
  rules jsonb not null default '{}',
  disabled_at timestamptz,
  suspended_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- One live link an alias and domain, also when two ask at once.
create unique index link_alias on links.link (coalesce(domain_id, 0), alias) where deleted_at is null;
create index link_of_account on links.link (account_id, id desc) where deleted_at is null;
