-- First messages to strangers are compared with each other, like posts and comments.
alter table social.text_fingerprint drop constraint text_print_subject_check;
alter table social.text_fingerprint add constraint text_fingerprint_subject_check
  check (subject in ('post', 'comment', 'message'));
