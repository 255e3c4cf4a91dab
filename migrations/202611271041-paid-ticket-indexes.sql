-- migration: compatible
-- migration: outside a transaction
create unique index concurrently if not exists event_answer_sale on social.event_answer (sale_id) where sale_id is not null;
create index concurrently if not exists sale_of_ticket on social.sale (post_id, buyer_id) where kind = 'ticket';
alter table social.sale validate constraint sale_kind_check;
alter table social.event_answer validate constraint event_answer_sale_fkey;
alter table social.people_group validate constraint people_group_chat_fkey;
