-- Statistics that are narrowed down read single clicks, the newest of a link or of an account first. No foreign key, as
-- for the link: an account that is deleted meanwhile must not stop the other clicks. Null: the link was gone already.
alter table links.click add column account_id bigint;
update links.click set account_id = link.account_id from links.link link where link.id = click.link_id;
-- By time and not by id: with the id, the planner takes the primary key for a link whose clicks it believes to be many.
create index click_of_link on links.click (link_id, at desc);
create index click_of_account on links.click (account_id, at desc) where account_id is not null;
