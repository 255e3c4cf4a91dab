-- Operators may ask for the deletion of an account too. Then they call it off, and not its owner.
alter table identity.closing
  -- The operator who asked; null: the owner.
  add column asked_by bigint references identity.account (id),
  -- Why, for the owner to read.
  add column reason text not null default '';
