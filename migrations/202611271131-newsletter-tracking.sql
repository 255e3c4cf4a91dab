-- migration: compatible
-- Opens and clicks of newsletters, of readers who allow it.
alter table social.newsletter_subscriber add column allows_tracking boolean not null default false;
alter table social.newsletter_issue add column tracked integer not null default 0;
alter table social.newsletter_issue add column opened integer not null default 0;
alter table social.newsletter_issue add column clicked integer not null default 0;

-- The readers who allowed it when an issue was sent to them, so that each is counted once.
create table social.newsletter_reading (
  issue_id bigint not null references social.newsletter_issue (id) on delete cascade,
  subscriber_id bigint not null references social.newsletter_subscriber (id) on delete cascade,
  sent_at timestamptz not null,
  opened_at timestamptz,
  clicked_at timestamptz,
  primary key (issue_id, subscriber_id)
);
create index newsletter_reading_of_subscriber on social.newsletter_reading (subscriber_id, issue_id);
create index newsletter_reading_sent on social.newsletter_reading (sent_at);
