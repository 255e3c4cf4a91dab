-- Whose content a paid answer has: user names, once for each item. Null once it was counted, and where there is none.
alter table paid.answer add column authors text[];
create index answer_uncounted on paid.answer (payment_id) where authors is not null;

-- How much of a person's content was sold.
create table paid.author_sale (
  account_id bigint not null references identity.account (id) on delete cascade,
  day date not null,
  operation text not null,
  items integer not null,
  primary key (account_id, day, operation)
);
