-- What a session has been served of a list with numbered pages, for an hour. The next page continues there, so
-- that entries that are added or deleted meanwhile neither repeat nor hide others. A cache: lost in a crash.
create unlogged table social.served_page (
  account_id bigint not null references identity.account (id) on delete cascade,
  -- The session or the agent: two devices read the same list independently.
  reader text not null check (length(reader) <= 40),
  -- The list with its filters.
  list text not null check (length(list) <= 200),
  -- The ids of each page, the first page first.
  pages jsonb not null,
  served_at timestamptz not null,
  primary key (account_id, reader, list)
);
create index served_page_age on social.served_page (served_at);
