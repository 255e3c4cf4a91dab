-- Campaigns: links that are shared under one address, which leads to one of them at a time. A link is in one at most.
create table links.campaign (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null,
  -- In the address of the rotator, /r/<slug>, and in that of the public list.
  slug text not null,
  -- Since when its rotator and its list are there for everybody; null: they are not.
  published_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null
);

create unique index campaign_name on links.campaign (account_id, lower(name)) where deleted_at is null;
create unique index campaign_slug on links.campaign (lower(slug)) where deleted_at is null;

-- Kept when the campaign is deleted, so that bringing it back brings back what was in it.
alter table links.link add column campaign_id bigint references links.campaign (id) on delete set null;

create index link_of_campaign on links.link (campaign_id, id desc) where campaign_id is not null;
