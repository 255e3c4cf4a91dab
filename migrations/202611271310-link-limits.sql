-- migration: compatible
-- The limits of links, bio pages and QR codes, once for each statement: each row of a bulk insertion counted all before it.
create function links.enforce_link_limits() returns trigger language plpgsql as $$
declare
  added record;
  max bigint;
  present bigint;
begin
  for added in select distinct account_id, purpose from added_links order by account_id, purpose loop
    select (plan.limits ->> case added.purpose when 'link' then 'links' else added.purpose end)::bigint into max
      from identity.plan where plan.name = identity.plan_of(added.account_id);
    continue when max is null;
    -- Whoever waits here counts what the other has committed.
    perform pg_advisory_xact_lock(7267023, (added.account_id % 2147483647)::integer);
    execute format('select count(*) from (select from links.link where account_id = $1 and purpose = %L
      and deleted_at is null limit $2) as counted', added.purpose) into present using added.account_id, max + 1;
    if present > max then
      raise exception 'Your plan has room for % %, and all of it is taken', max,
        case added.purpose when 'bio' then 'bio pages' when 'qr' then 'QR codes' else 'links' end using errcode = 'HP402';
    end if;
  end loop;
  return null;
end $$;

drop trigger enforce_limit_of_links on links.link;
drop trigger enforce_limit_of_bio on links.link;
drop trigger enforce_limit_of_qr on links.link;

create trigger enforce_limits after insert on links.link referencing new table as added_links for each statement
  execute function links.enforce_link_limits();
