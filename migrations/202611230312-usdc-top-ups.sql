-- Whose wallet a paid call credits once it is settled. Null for calls that credit none, and once the person was erased.
alter table paid.payment add column credited_id bigint references identity.account (id) on delete set null;
create index payment_credited on paid.payment (credited_id) where credited_id is not null;
