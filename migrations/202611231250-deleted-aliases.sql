-- Those who follow a deleted link read that it was deleted, not that they mistyped it.
create index link_deleted_alias on links.link (coalesce(domain_id, 0), alias) where deleted_at is not null;
