-- migration: compatible
-- migration: outside a transaction

-- What a buyer reads again without paying (sign-in-with-x).
create index concurrently if not exists payment_of_payer on paid.payment (payer, id desc) where state = 'settled';
