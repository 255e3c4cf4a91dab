-- Renames actions in the audit log, so that the log of moderation, which selects by action, has those before this version.
update identity.audit set action = renamed.now
from (values
  ('let it stand', 'approved'),
  ('hid it', 'hid'),
  ('took it away', 'removed'),
  ('warned its author', 'warned the author'),
  ('suspended its author', 'suspended the author'),
  ('took a decision back', 'reversed a decision'),
  ('changed the list of words', 'updated the word list')
) as renamed (before, now)
where action = renamed.before;
