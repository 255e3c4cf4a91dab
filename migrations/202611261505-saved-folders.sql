-- Folders of saved posts. A post that is saved outside of one has none.
create table social.saved_folder (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  title text not null check (length(title) between 1 and 100),
  created_at timestamptz not null
);

create index saved_folder_of_account on social.saved_folder (account_id, id);

alter table social.saved add column folder_id bigint references social.saved_folder (id) on delete set null;
create index saved_in_folder on social.saved (folder_id, saved_at desc, post_id desc) where folder_id is not null;
