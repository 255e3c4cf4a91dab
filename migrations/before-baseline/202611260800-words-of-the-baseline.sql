-- migration: outside a transaction
-- Constraints and triggers are named as in the baseline. One at a time, because a transaction that renames them all
-- keeps the tables that it has locked while it waits for the next.
do $$
declare
  known record;
begin
  for known in
    select * from (values
      ('identity.api_client', 'api_client_made_by_fkey', 'api_client_created_by_fkey'),
      ('identity.invitation', 'invitation_made_by_fkey', 'invitation_created_by_fkey'),
      ('identity.deletion_request', 'closing_account_id_fkey', 'deletion_request_account_id_fkey'),
      ('identity.deletion_request', 'closing_asked_by_fkey', 'deletion_request_requested_by_fkey'),
      ('identity.deletion_request', 'closing_scope_check', 'deletion_request_scope_check'),
      ('identity.profile_field', 'profile_field_longest_check', 'profile_field_max_length_check'),
      ('social.friendship', 'friendship_asker_id_fkey', 'friendship_requester_id_fkey'),
      ('social.friendship', 'friendship_asked_id_fkey', 'friendship_recipient_id_fkey'),
      ('social.push_device', 'push_player_account_id_fkey', 'push_device_account_id_fkey'),
      ('social.push_device', 'push_player_session_id_fkey', 'push_device_session_id_fkey'),
      ('social.report', 'report_decision', 'report_decision_check'),
      ('social.moderation_case', 'moderation_case_decision', 'moderation_case_decision_check'),
      ('social.page_verification', 'page_verification_asker_id_fkey', 'page_verification_requester_id_fkey'),
      ('social.feed_celebrity', 'feed_star_subject_check', 'feed_celebrity_subject_check'),
      ('social.text_fingerprint', 'text_print_author_id_fkey', 'text_fingerprint_author_id_fkey'),
      ('paid.response', 'answer_payment_id_fkey', 'response_payment_id_fkey'),
      ('links.pixel_consent', 'pixel_consent_manner_check', 'pixel_consent_mode_check')
    ) as renamed (of_table, name, proper)
    where exists (select from pg_constraint where conrelid = of_table::regclass and conname = renamed.name)
  loop
    execute format('alter table %s rename constraint %I to %I', known.of_table, known.name, known.proper);
    commit;
  end loop;
end $$;

do $$
declare
  known record;
begin
  for known in
    select * from (values
      ('take_name', 'identity.account', 'claim_name'),
      ('take_name_of_changed', 'identity.account', 'claim_name_of_changed'),
      ('free_names', 'identity.account', 'release_names'),
      ('take_name', 'social.page', 'claim_name'),
      ('take_name_of_changed', 'social.page', 'claim_name_of_changed'),
      ('free_names', 'social.page', 'release_names')
    ) as renamed (name, of_table, proper)
    where exists (select from pg_trigger where tgrelid = of_table::regclass and tgname = renamed.name)
  loop
    execute format('alter trigger %I on %s rename to %I', known.name, known.of_table, known.proper);
    commit;
  end loop;
end $$;

-- PostgreSQL 18 names constraints that are not null; older versions have none.
do $$
declare
  known record;
begin
  for known in
    select conrelid::regclass as of_table, conname as name, relname || '_' || attname || '_not_null' as proper
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'n' and relnamespace in (
      select oid from pg_namespace where nspname in ('identity', 'social', 'links', 'paid', 'agents', 'system'))
      and not conname ~ ('^' || relname || '_' || attname || '_not_null[0-9]*$')
      and conislocal and coninhcount = 0
  loop
    execute format('alter table %s rename constraint %I to %I', known.of_table, known.name, known.proper);
    commit;
  end loop;
end $$;
