-- migration: compatible
-- Requests of pages by programs that name themselves or sign their requests, by day in UTC.
create table social.crawler_visit (
  day date not null,
  -- A name of the list of crawlers, or the host that signed the request.
  agent text not null check (length(agent) <= 260),
  purpose text not null,
  is_signed boolean not null,
  -- What they got: the page, the page for a payment, a price, or nothing.
  answer text not null check (answer in ('allowed', 'paid', 'priced', 'refused')),
  requests bigint not null,
  last_at timestamptz not null,
  primary key (day, agent, is_signed, answer)
);
