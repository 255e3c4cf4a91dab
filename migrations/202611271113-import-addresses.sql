-- migration: compatible
-- Imports whose old addresses lead here: those of operators. An entry can have had two addresses.
alter table social.import_entry add column also text;
alter table social.import add column redirects boolean not null default false;
