-- Imports from another installation, read through its API.
alter table links.import
  -- The address of the other installation. Null for a file.
  add column source_url text,
  -- The API key of the other installation, sealed. Null once all links are read.
  add column source_key bytea,
  -- Links that were read, and how many the other installation has.
  add column fetched integer not null default 0,
  add column fetch_total integer not null default 0;

-- Pages that were read, so that a job that was cut off goes on with the next. Deleted when they become a file.
create table links.import_page (
  import_id bigint not null references links.import (id) on delete cascade,
  page integer not null,
  content text not null,
  primary key (import_id, page)
);

-- Links that were created with another alias than the one in the file.
create table links.import_rename (
  import_id bigint not null references links.import (id) on delete cascade,
  row_number integer not null,
  alias_before text not null,
  alias_after text not null,
  primary key (import_id, row_number)
);
