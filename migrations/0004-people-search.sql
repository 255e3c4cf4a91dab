-- People are found by any part of their names.
create extension if not exists pg_trgm;

create index account_searchable on identity.account
  using gin (lower(username || ' ' || first_name || ' ' || last_name) gin_trgm_ops);
