-- Settings of a workspace of Hop. The zone is that of its statistics and expiry dates.
create table links.workspace (
  account_id bigint primary key references identity.account (id) on delete cascade,
  time_zone text not null
);
