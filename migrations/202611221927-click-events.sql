-- Events of clicks, which the table of before months had their own announced.
create trigger announce_clicks after insert on links.click referencing new table as fresh
  for each statement execute function links.announce_clicks();

do $$
declare
  part regclass;
begin
  for part in select inhrelid from pg_inherits where inhparent = 'links.click'::regclass loop
    execute format('drop trigger if exists announce_clicks on %s', part);
  end loop;
end $$;
