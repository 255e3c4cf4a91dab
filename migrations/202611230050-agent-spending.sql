-- What an agent may pay from the wallet of its person in a day, in millionths of the currency. Null: nothing.
alter table agents.registration add column daily_spending bigint check (daily_spending > 0);

-- What it has paid on a day in UTC, written with the transfer.
create table paid.agent_spending (
  registration_id bigint not null references agents.registration (id) on delete cascade,
  day date not null,
  amount bigint not null check (amount > 0),
  primary key (registration_id, day)
);
