-- Names that say what the field says: no rows change but by name.
alter table links.pixel_consent rename column manner to mode;
alter table links.overlay_answer rename column forget_at to expires_at;
alter index links.overlay_answer_to_forget rename to overlay_answer_expired;
update links.overlay
  set content = content - 'keepDays' || jsonb_build_object('retentionDays', content -> 'keepDays')
  where content ? 'keepDays';

alter table social.feed rename column looked_at to viewed_at;
alter index social.feed_looked_at rename to feed_viewed_at;

alter table social.moderation_case drop constraint moderation_case_decision_check;
alter table social.report drop constraint report_decision_check;
update social.moderation_case set decision = 'approve' where decision = 'keep';
update social.report set decision = 'approve' where decision = 'keep';
alter table social.moderation_case
  add constraint moderation_case_decision check (decision in ('approve', 'hide', 'remove', 'warn', 'suspend'));
alter table social.report
  add constraint report_decision check (decision in ('approve', 'hide', 'remove', 'warn', 'suspend'));

-- Jobs of the former version that wait in the queue.
do $$
begin
  if to_regclass('graphile_worker._private_tasks') is not null then
    update graphile_worker._private_tasks set identifier = 'social.notify-new-terms' where identifier = 'social.tell-new-terms';
    update graphile_worker._private_tasks set identifier = 'social.notify-subscribers' where identifier = 'social.tell-subscribers';
  end if;
end $$;
