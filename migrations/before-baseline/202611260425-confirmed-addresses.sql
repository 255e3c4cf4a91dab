-- An address belongs to the account that confirmed it, so that anyone can sign up with any address and be told the same.
-- Accounts that have not confirmed theirs can share it, and the first that does gets it.
drop index identity.account_email_key;
create unique index account_email_key on identity.account (system.email_key(email, email_folded))
  where activated_at is not null;
create index account_email_unconfirmed on identity.account (system.email_key(email, email_folded))
  where activated_at is null;
