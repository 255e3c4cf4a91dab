-- One address is one account however it is written: letter case of any script, Unicode forms, and international domains in
-- ASCII. src/kernel/comparable.ts computes what addresses have in common. PostgreSQL computes the same where they are ASCII,
-- so that only the others need a column. A job fills it in for those that are here already.
alter table identity.account add column email_folded text;
alter table identity.team_invitation add column email_folded text;
alter table links.bio_answer add column email_folded text;

create function system.email_key(email text, folded text) returns text language sql immutable parallel safe
return case when octet_length(email) = char_length(email) then lower(email collate "C") else folded end;

-- Two accounts whose addresses turn out to be one both stay; the later one has no key and signs in as it is written.
drop index identity.account_email_key;
create unique index account_email_key on identity.account (system.email_key(email, email_folded));
create index account_email_unfolded on identity.account (email)
  where email_folded is null and octet_length(email) <> char_length(email);

drop index identity.team_invitation_email;
create unique index team_invitation_email on identity.team_invitation (owner_id, system.email_key(email, email_folded));

drop index identity.mailed_link_email;
create index mailed_link_email on identity.mailed_link (system.email_key(detail ->> 'email', detail ->> 'folded'))
  where purpose = 'email-undo';

drop index links.bio_answer_once;
create unique index bio_answer_once on links.bio_answer (block_id, system.email_key(email, email_folded)) where message = '';
