-- When a domain was last looked at; later than verified_at: it did not point here any more.
alter table links.domain add column checked_at timestamptz;

create index domain_of_account on links.domain (account_id, id);
create index domain_by_check on links.domain (checked_at);
create index link_of_domain on links.link (domain_id) where domain_id is not null;
