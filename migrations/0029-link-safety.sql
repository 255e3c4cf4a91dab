-- What keeps links from leading people into harm: the operator's lists and rules, what the public reports, and links that
-- are held (visitors are warned before they go on) or suspended (nobody goes on).

-- Names that operators have put on one of their lists.
create table links.safety_entry (
  id bigint generated always as identity primary key,
  -- domain: no link leads there, nor below it. keyword: no address has it in it. brand: what others may not look like.
  -- trusted: domains that no rule is asked about.
  list text not null check (list in ('domain', 'keyword', 'brand', 'trusted')),
  -- In lower case; a domain in its ASCII form.
  value text not null check (value <> ''),
  outcome text check (outcome in ('hold', 'refuse')),
  reason text not null default '',
  added_by bigint references identity.account (id) on delete set null,
  added_at timestamptz not null,
  unique (list, value),
  check ((outcome is null) = (list in ('brand', 'trusted')))
);

create index safety_entry_newest on links.safety_entry (list, id desc);

-- What operators have said of a rule; where there is no row, the rule's own default holds.
create table links.safety_rule (
  rule text primary key,
  outcome text not null check (outcome in ('allow', 'hold', 'refuse')),
  -- From which number on it finds fault, for rules that count.
  threshold integer check (threshold > 0),
  changed_by bigint references identity.account (id) on delete set null,
  changed_at timestamptz not null
);

alter table links.link
  -- Visitors are warned and go on by their own choice until an operator has looked; the rule's name says of what.
  add column held_at timestamptz,
  add column held_for text,
  -- Whether the link alone was suspended, or with all that lead to a domain, or with its owner.
  add column suspended_with text check (suspended_with in ('link', 'domain', 'owner')),
  -- Links whose target has yet to be followed to its end, since when.
  add column target_check_due_at timestamptz;

create index link_held on links.link (id desc) where held_at is not null and deleted_at is null;
create index link_suspended on links.link (id desc) where suspended_at is not null and deleted_at is null;
create index link_target_check_due on links.link (target_check_due_at) where target_check_due_at is not null;

-- The host that an address leads to, without what is before and after it; null for what is no web address.
create function links.target_host(url text) returns text language sql immutable parallel safe
  return lower(substring(url from '^https?://(\[[^\]]*\]|[^/?#:]+)'));

-- Backwards, so that everything below a domain lies together.
create index link_of_target on links.link (reverse(links.target_host(url)) text_pattern_ops) where deleted_at is null;

create table links.report (
  id bigint generated always as identity primary key,
  link_id bigint not null references links.link (id) on delete cascade,
  category text not null check (category in ('phishing', 'malware', 'scam', 'spam', 'illegal', 'other')),
  reason text not null default '',
  -- How to reach who reported it, if they want to be; cleared when the report is decided.
  contact text not null default '',
  -- Who reported it, as a hash that says no more than whether it was the same one.
  reporter bytea not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references identity.account (id) on delete set null,
  -- One a link and reporter: who reports twice is heard once.
  unique (link_id, reporter)
);

create index report_open on links.report (link_id, id) where decided_at is null;
create index report_of_link on links.report (link_id, id desc);
