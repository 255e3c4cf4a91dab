-- migration: compatible
-- Whether the money of a ticket is still to be returned, because the host could not when its holder lost the place.
alter table social.event_answer add column refund_due boolean not null default false;
