-- migration: compatible
-- A file that goes straight to the bucket may be a single part.
alter table social.chunked_upload drop constraint chunked_upload_total_check;
alter table social.chunked_upload add constraint chunked_upload_total_check
  check (total between 1 and 1000) not valid;
