-- migration: compatible
-- Imported lists of blocked domains, with what each domain was before, so that they can be undone.
create table social.domain_import (
  id bigint generated always as identity primary key,
  imported_by bigint references identity.account (id) on delete set null,
  at timestamptz not null,
  -- By domain: the outcome that the import set, and the one before; null if it was not listed.
  changes jsonb not null,
  undone_at timestamptz
);
create index domain_import_of_account on social.domain_import (imported_by);
