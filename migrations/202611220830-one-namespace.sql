-- User names of people and of pages, in small letters, and the former names that still lead to pages: nobody takes another's.
create table identity.taken_name (
  name text primary key,
  holder text not null check (holder in ('person', 'page')),
  holder_id bigint not null
);
create index taken_name_of_holder on identity.taken_name (holder, holder_id);

-- Pages that have the user name of a person by now are renamed by hand; nobody else can take such a name from now on.
insert into identity.taken_name select lower(username), 'person', id from identity.account;
insert into identity.taken_name select lower(username), 'page', id from social.page on conflict do nothing;
insert into identity.taken_name select name, 'page', page_id from social.page_former_name on conflict do nothing;

-- An insert waits for whoever takes or gives up the same name just now, so what it finds afterward is settled.
create function identity.take_name() returns trigger language plpgsql as $$
declare
  kind text := tg_argv[0];
begin
  if tg_op = 'UPDATE' and kind = 'person' then
    delete from identity.taken_name where name = lower(old.username) and holder = kind and holder_id = old.id;
  end if;
  insert into identity.taken_name values (lower(new.username), kind, new.id) on conflict (name) do nothing;
  if not exists (select from identity.taken_name
    where name = lower(new.username) and holder = kind and holder_id = new.id) then
    raise unique_violation using message = 'The user name is taken', constraint = tg_argv[1];
  end if;
  return null;
end $$;
create trigger take_name after insert on identity.account for each row
  execute function identity.take_name('person', 'account_username_key');
create trigger take_name_of_changed after update of username on identity.account for each row
  when (lower(new.username) <> lower(old.username))
  execute function identity.take_name('person', 'account_username_key');
create trigger take_name after insert on social.page for each row
  execute function identity.take_name('page', 'page_username');
create trigger take_name_of_changed after update of username on social.page for each row
  when (lower(new.username) <> lower(old.username)) execute function identity.take_name('page', 'page_username');

create function identity.free_names() returns trigger language plpgsql as $$
begin
  delete from identity.taken_name where holder = tg_argv[0] and holder_id = old.id;
  return null;
end $$;
create trigger free_names after delete on identity.account for each row execute function identity.free_names('person');
create trigger free_names after delete on social.page for each row execute function identity.free_names('page');

-- What a person gave up is theirs alone for a while, for pages as well.
create function social.refuse_reserved_username() returns trigger language plpgsql as $$
begin
  if exists (select from identity.reserved_username
    where username_hash = identity.username_hash(new.username) and former_owner_id <> new.owner_id) then
    raise unique_violation using message = 'The user name is reserved for its former owner', constraint = 'page_username';
  end if;
  return null;
end $$;
create trigger take_reserved_username after insert on social.page for each row
  execute function social.refuse_reserved_username();
create trigger take_reserved_username_of_changed after update of username on social.page for each row
  when (lower(new.username) <> lower(old.username)) execute function social.refuse_reserved_username();
