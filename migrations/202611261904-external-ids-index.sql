-- migration: compatible
-- migration: outside a transaction
create unique index concurrently if not exists link_external_id on links.link (account_id, external_id)
  where external_id is not null and deleted_at is null;
