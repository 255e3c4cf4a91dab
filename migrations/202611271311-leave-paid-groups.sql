-- migration: compatible
-- Whoever leaves a group by ending a subscription gives back the places at its events, as those do who leave by hand.
create or replace function social.leave_paid_groups() returns trigger language plpgsql as $$
declare
  group_left bigint;
begin
  for group_left in
    delete from social.people_group_member as member using social.people_group as home, social.plan
    where home.id = member.group_id and plan.id = home.plan_id and member.account_id = old.account_id
      and member.role = 'member' and (plan.account_id = old.seller_id or plan.page_id = old.page_id)
      and not social.pays_for_plan(old.account_id, home.plan_id)
    returning member.group_id
  loop
    perform graphile_worker.add_job('social.lose-group-places',
      json_build_object('group', group_left::text, 'person', old.account_id::text, 'isRemoved', false));
  end loop;
  return null;
end $$;
