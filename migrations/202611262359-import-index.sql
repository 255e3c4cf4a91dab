-- migration: compatible
-- migration: outside a transaction
create index concurrently if not exists import_entry_target on social.import_entry (source) where target_id is not null;
