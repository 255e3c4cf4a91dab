-- migration: compatible
-- The plan to which members of a group subscribe. The owner of the group, or a page of theirs, sells it.
alter table social.people_group add column plan_id bigint;
alter table social.people_group add constraint people_group_plan_fkey foreign key (plan_id)
  references social.plan (id) on delete set null not valid;
-- short: groups are few
create index people_group_plan on social.people_group (plan_id) where plan_id is not null;

-- Whether a person subscribes to a plan or a more expensive one of its seller, and has paid. As access to paid posts.
create function social.pays_for_plan(person bigint, wanted bigint) returns boolean stable language sql as $$
  select exists (
    select from social.plan join social.membership as member
      on member.seller_id = plan.account_id or member.page_id = plan.page_id
    where plan.id = wanted and member.account_id = person and member.ended_at is null
      and not (member.is_trial and member.past_due_at is not null)
      and (member.plan_id = plan.id or member.daily_price >= plan.daily_price))
$$;

-- However a subscription ends, its groups are left with it. Their teams stay.
create function social.leave_paid_groups() returns trigger language plpgsql as $$
begin
  delete from social.people_group_member as member using social.people_group as home, social.plan
  where home.id = member.group_id and plan.id = home.plan_id and member.account_id = old.account_id
    and member.role = 'member' and (plan.account_id = old.seller_id or plan.page_id = old.page_id)
    and not social.pays_for_plan(old.account_id, home.plan_id);
  return null;
end $$;

create trigger leave_paid_groups after update of ended_at, plan_id, price, past_due_at on social.membership for each row
  execute function social.leave_paid_groups();
create trigger leave_paid_groups_when_deleted after delete on social.membership for each row
  execute function social.leave_paid_groups();
