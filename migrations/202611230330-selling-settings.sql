-- What somebody who may earn money decided about it. Without a row: first messages are free, and tips are welcome.
create table social.selling_settings (
  account_id bigint primary key references identity.account (id) on delete cascade,
  -- What a stranger pays for their first message, in millionths of the currency; null: nothing.
  chat_price bigint check (chat_price > 0 and chat_price <= 1000000000),
  accepts_tips boolean not null default true,
  updated_at timestamptz not null
);

alter table social.sale drop constraint sale_kind_check,
  add constraint sale_kind_check check (kind in ('membership', 'unlock', 'tip', 'message'));
create index sale_of_message on social.sale (buyer_id, payee_id) where kind = 'message';

-- The page that somebody came from to top up, such as a checkout: the top-up leads back to it.
alter table social.top_up add column return_to text not null default '';
