-- UTM templates: sets of parameters that an account adds to the destinations of its links. Blank: not in the set.
create table links.utm_template (
  id bigint generated always as identity primary key,
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null,
  source text not null,
  medium text not null,
  campaign text not null,
  term text not null,
  content text not null,
  ref text not null,
  deleted_at timestamptz,
  created_at timestamptz not null
);

create unique index utm_template_name on links.utm_template (account_id, lower(name)) where deleted_at is null;

create trigger enforce_limit before insert on links.utm_template for each row
  execute function links.enforce_plan_limit('utmtemplates', 'deleted_at is null', 'UTM templates');

create trigger enforce_limit_of_restored before update of deleted_at on links.utm_template for each row
  when (old.deleted_at is not null and new.deleted_at is null)
  execute function links.enforce_plan_limit('utmtemplates', 'deleted_at is null', 'UTM templates');
