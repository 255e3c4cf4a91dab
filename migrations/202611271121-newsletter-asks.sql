-- migration: compatible
-- Confirmations that were mailed to addresses, which are bounded. Subscriptions are deleted with their newsletter.
create table social.newsletter_ask (
  email_key text not null,
  asked_at timestamptz not null
);
create index newsletter_ask_email on social.newsletter_ask (email_key, asked_at);
create index newsletter_ask_time on social.newsletter_ask (asked_at);
