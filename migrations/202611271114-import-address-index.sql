-- migration: compatible
-- migration: outside a transaction
create index concurrently if not exists import_entry_also on social.import_entry (also) where also is not null;
