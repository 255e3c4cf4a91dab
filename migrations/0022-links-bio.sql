-- Bio pages: a link of purpose 'bio' has its alias, title, domain and states; here is what is on the page.
create table links.bio_page (
  link_id bigint primary key references links.link (id) on delete cascade,
  -- A line or two below the name.
  about text not null default '',
  -- Path of the picture in the file store; null: the page has none.
  avatar text,
  -- Theme, colours, letters and shapes, in the shape of src/links/bio/design.ts.
  design jsonb not null default '{}',
  -- Grows with every change: a page that is remembered under an older number is drawn anew.
  version bigint not null default 1
);

-- What a page is made of. Ids are drawn from those of links, so that what leads out of a page is counted as links are.
create table links.bio_block (
  id bigint primary key default nextval('links.link_id_seq'),
  link_id bigint not null references links.bio_page (link_id) on delete cascade,
  kind text not null check (
    kind in ('link', 'heading', 'text', 'image', 'video', 'social', 'form', 'divider', 'featured')
  ),
  -- In the shape of its kind, in src/links/bio/block.ts.
  content jsonb not null default '{}',
  position integer not null,
  -- From when and until when visitors see it; null: without an end.
  starts_at timestamptz,
  ends_at timestamptz,
  hidden_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null
);
create index bio_block_of_page on links.bio_block (link_id, position, id) where deleted_at is null;

create trigger forget_clicks after delete on links.bio_block for each row execute function links.forget_clicks();

-- What visitors wrote in a form of a page.
create table links.bio_answer (
  id bigint generated always as identity primary key,
  link_id bigint not null references links.bio_page (link_id) on delete cascade,
  block_id bigint not null references links.bio_block (id) on delete cascade,
  name text not null default '',
  email text not null,
  message text not null default '',
  created_at timestamptz not null
);
create index bio_answer_of_page on links.bio_answer (link_id, id desc);
-- Who signs up for a newsletter twice is on it once; a contact form always has a message.
create unique index bio_answer_once on links.bio_answer (block_id, lower(email)) where message = '';
