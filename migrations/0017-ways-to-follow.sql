-- Everything that is followed is a link: a bio page has its alias in the same namespace, and a QR code has `qr/<code>`,
-- which nobody can choose. So all of them are found, counted, suspended and grouped in one way.
alter table links.link
  add column purpose text not null default 'link' check (purpose in ('link', 'bio', 'qr')),
  -- After so many clicks it has expired.
  add column click_limit integer check (click_limit > 0),
  -- What others show of it where it is shared; where blank, the title and nothing.
  add column preview_title text not null default '',
  add column preview_description text not null default '',
  add column preview_image text;

drop index links.link_of_account;
create index link_of_account on links.link (account_id, purpose, id desc) where deleted_at is null;

-- Interstitials of an owner's own making. What is on them is in the shapes of their folders.
create table links.splash_page (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null,
  content jsonb not null default '{}',
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index splash_page_of_account on links.splash_page (account_id, id desc) where deleted_at is null;

create table links.overlay (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  kind text not null check (kind in ('message', 'contact', 'poll', 'newsletter', 'image', 'coupon')),
  name text not null,
  content jsonb not null default '{}',
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index overlay_of_account on links.overlay (account_id, id desc) where deleted_at is null;

-- With kind 'splash': which page; null: the service's own. With kind 'overlay': which overlay.
alter table links.link
  add column splash_id bigint references links.splash_page (id) on delete set null,
  add column overlay_id bigint references links.overlay (id) on delete set null;
create index link_of_splash on links.link (splash_id) where splash_id is not null;
create index link_of_overlay on links.link (overlay_id) where overlay_id is not null;

create table links.link_pixel (
  link_id bigint not null references links.link (id) on delete cascade,
  pixel_id bigint not null references links.pixel (id) on delete cascade,
  primary key (link_id, pixel_id)
);
create index link_of_pixel on links.link_pixel (pixel_id);
