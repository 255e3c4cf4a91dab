-- Accounts that wait for the confirmation of their address, the oldest first.
create index account_unconfirmed on identity.account (registered_at)
  where activated_at is null and deleted_at is null;
