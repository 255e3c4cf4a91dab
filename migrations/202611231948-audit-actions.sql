-- Actions of the audit log are keys, which pages show in the reader's language.
update identity.audit set action = renamed.key
  from (values
    ('set a plan', 'plan.update'),
    ('deleted a plan', 'plan.delete'),
    ('created an app key', 'app.create'),
    ('revoked an app key', 'app.revoke'),
    ('changed an app', 'app.update'),
    ('changed a role', 'person.update_role'),
    ('scheduled a deletion', 'person.schedule_deletion'),
    ('canceled a deletion', 'person.cancel_deletion'),
    ('verified a person', 'person.verify'),
    ('removed a verification', 'person.unverify'),
    ('confirmed an address', 'person.confirm_email'),
    ('signed a person out', 'person.sign_out'),
    ('reset a second factor', 'person.reset_two_factor'),
    ('suspended a person', 'person.suspend'),
    ('reinstated a person', 'person.reinstate'),
    ('changed agent settings', 'agent_settings.update'),
    ('Blocked an agent', 'agent.block'),
    ('Unblocked an agent', 'agent.unblock'),
    ('approved', 'content.approve'),
    ('hid', 'content.hide'),
    ('removed', 'content.remove'),
    ('warned the author', 'content.warn'),
    ('suspended the author', 'content.suspend'),
    ('reversed a decision', 'decision.reverse'),
    ('granted an appeal', 'appeal.grant'),
    ('declined an appeal', 'appeal.decline'),
    ('updated the settings', 'settings.update'),
    ('updated the report reasons', 'report_reason.update'),
    ('removed a report reason', 'report_reason.remove'),
    ('restored a report reason', 'report_reason.restore'),
    ('made a moderator of a forum', 'forum_moderator.add'),
    ('took a forum from a moderator', 'forum_moderator.remove'),
    ('made a section of forums', 'forum_section.create'),
    ('changed a section of forums', 'forum_section.update'),
    ('deleted a section of forums', 'forum_section.delete'),
    ('made a forum', 'forum.create'),
    ('changed a forum', 'forum.update'),
    ('archived a forum', 'forum.archive'),
    ('opened a forum again', 'forum.reopen'),
    ('deleted a forum', 'forum.delete'),
    ('pinned a thread', 'thread.pin'),
    ('unpinned a thread', 'thread.unpin'),
    ('renamed a thread', 'thread.rename'),
    ('merged threads', 'thread.merge'),
    ('closed a thread', 'thread.close'),
    ('opened a thread', 'thread.reopen'),
    ('moved a thread', 'thread.move'),
    ('split a thread', 'thread.split'),
    ('closed', 'question.close'),
    ('opened again', 'question.reopen'),
    ('took away', 'post.delete'),
    ('brought back', 'post.restore'),
    ('edited a page', 'static_page.update'),
    ('deleted a page', 'static_page.delete'),
    ('verified a page', 'page.verify'),
    ('declined to verify a page', 'page.decline_verification'),
    ('suspended a page', 'page.suspend'),
    ('reinstated a page', 'page.reinstate'),
    ('refund', 'top_up.refund'),
    ('credit', 'credit.create'),
    ('reverse', 'credit.reverse'),
    ('confirm', 'bank_transfer.confirm'),
    ('pay', 'payout.pay'),
    ('refunded a payment', 'sale.refund'),
    ('ended all subscriptions', 'subscription.end_all'),
    ('changed what crawlers may do', 'crawlers.update'),
    ('export', 'payment_keys.export')
  ) as renamed (words, key)
  where audit.action = renamed.words;
update identity.audit set action = case
    when detail like 'removed %' then 'word_list.remove'
    when detail like 'imported %' then 'word_list.import'
    else 'word_list.add' end,
  detail = regexp_replace(detail, '^(removed|imported) ', ''), subject = ''
  where action = 'updated the word list';
update identity.audit
  set action = case subject when 'spam filter' then 'spam_filter.reset' else 'moderation_settings.update' end,
  detail = case subject when 'spam filter' then '' else detail end, subject = ''
  where action = 'changed moderation';
update identity.audit set subject = '' where action in ('agent_settings.update', 'payment_keys.export');
update identity.audit set action = 'payout.approve' where action = 'approve';
update identity.audit
  set action = case when subject like 'payout %' then 'payout.reject' else 'bank_transfer.reject' end
  where action = 'refuse';
update identity.audit set action = 'page.unverify' where action = 'removed a page’s verification';
update identity.audit set action = 'plan.assign', detail = substr(action, length('put on the plan ') + 1)
  where action like 'put on the plan %';
update identity.audit set action = decided.key, detail = substr(action, length(decided.words) + 3)
  from (values
    ('approved it', 'link.approve'),
    ('suspended it', 'link.suspend'),
    ('suspended all links to its domain', 'link.suspend_domain'),
    ('blocked its domain', 'link.block_domain'),
    ('suspended its owner', 'link.suspend_owner'),
    ('reinstated its owner', 'link.reinstate_owner')
  ) as decided (words, key)
  where audit.action = decided.words or starts_with(audit.action, decided.words || ': ');
update identity.audit
  set action = 'link_list.add', subject = '', detail = regexp_replace(action, '^put (.*) on the list “(.*)”$', '\2: \1')
  where subject = 'safety' and action like 'put % on the list %';
update identity.audit
  set action = 'link_list.remove', subject = '', detail = regexp_replace(action, '^took “(.*)” off the list “(.*)”$', '\2: \1')
  where subject = 'safety' and action like 'took % off the list %';
update identity.audit
  set action = 'link_rule.update', subject = '', detail = regexp_replace(action, '^set the rule “(.*)” to (.*)$', '\1: \2')
  where subject = 'safety' and action like 'set the rule %';
update identity.audit set action = 'workspace.request' where action = 'worked in a workspace';
