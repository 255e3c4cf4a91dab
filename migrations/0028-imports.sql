-- Links that come from a file, made by a job in batches. Each batch moves `next_row` on in the transaction that makes its
-- links, so an import that was cut off goes on where it was, and no row is taken twice.
create table links.import (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  file_name text not null,
  -- Whose export it is, as src/links/transfer/formats has it.
  format text not null,
  -- For a file of somebody's own: which field each column is.
  mapping jsonb not null default '{}',
  -- What becomes of a row whose alias is taken: left out, or given another alias.
  duplicates text not null default 'skip' check (duplicates in ('skip', 'rename')),
  row_count integer not null,
  next_row integer not null default 1,
  made integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null,
  -- Null: only looked at so far.
  started_at timestamptz,
  finished_at timestamptz
);
create index import_of_account on links.import (account_id, id desc);

-- Deleted when the import has ended. A file of links says more than its owner would show to others.
create table links.import_file (
  import_id bigint primary key references links.import (id) on delete cascade,
  content bytea not null
);

-- Rows that made no link, and why.
create table links.import_refusal (
  import_id bigint not null references links.import (id) on delete cascade,
  row_number integer not null,
  field text not null,
  reason text not null,
  -- As they stood in the file.
  address text not null,
  alias text not null,
  primary key (import_id, row_number)
);
