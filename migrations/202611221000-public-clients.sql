-- Apps that can hold no secret (phones, single pages) have a key alone, and where it may be used from.
alter table identity.api_client
  alter column secret_sealed drop not null,
  -- Origins of browsers' scripts, as browsers send them.
  add column origins text[] not null default '{}',
  -- Bundle ids of phone apps.
  add column app_ids text[] not null default '{}',
  -- Whether the app's word about the addresses of its users is trusted.
  add column forwards_addresses boolean not null default false,
  add constraint api_client_public_is_bound
    check (secret_sealed is not null or cardinality(origins) + cardinality(app_ids) > 0),
  add constraint api_client_trusted_has_secret check (secret_sealed is not null or not forwards_addresses);

-- Which origins any app names: asked before a browser sends its real request.
create index api_client_origins on identity.api_client using gin (origins) where revoked_at is null;
