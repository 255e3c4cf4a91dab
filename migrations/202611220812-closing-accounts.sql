-- Since when the owner of an account has asked for its deletion: from then on nobody else sees it, until it is called off.
alter table identity.account add column closing_at timestamptz;
update identity.account set closing_at = closing.asked_at
  from identity.closing where closing.account_id = account.id and closing.scope = 'account';
create index account_closing on identity.account (id) where closing_at is not null;
