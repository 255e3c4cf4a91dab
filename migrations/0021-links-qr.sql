-- QR codes: a link of purpose 'qr' has its code in its alias (`qr/<code>`), its name as title, and where it leads as url;
-- here is what else is said in it, and how it is drawn.
create table links.qr_code (
  link_id bigint primary key references links.link (id) on delete cascade,
  kind text not null check (kind in ('text', 'vcard', 'link', 'email', 'phone', 'sms', 'wifi')),
  -- In the shape of its kind, in src/links/qr/content.ts. Of a 'link' all is in the link's url.
  content jsonb not null default '{}',
  -- What is drawn: the code's own address, so that scans are counted and it can lead elsewhere; or the content itself.
  is_dynamic boolean not null,
  -- Colours, shapes and the like, in the shape of src/links/qr/design.ts.
  design jsonb not null default '{}',
  -- A PNG that was drawn anew. Here and not among the uploads: it is small, and belongs to the code alone.
  logo bytea
);
