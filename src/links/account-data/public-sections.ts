import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import type { ArchiveSection } from '../../platform/archive/section.ts';

/** Archive sections for other public content, such as bio pages, and for visitor submissions. */
export const publicSections = (hopUrl: string, accountId: string): ArchiveSection[] => [
  {
    name: 'bio-pages',
    title: t('Bio pages'),
    about: t('Your bio pages and their blocks.'),
    files: ['picture', 'pictures'],
    rows: sql`select ${hopUrl} || '/' || link.alias as address, link.title as name, page.about, page.avatar as picture, page.design,
      link.created_at as "createdAt", link.deleted_at as "deletedAt",
      (select jsonb_agg(content || jsonb_build_object('kind', kind) order by position)
        from links.bio_block as block where block.link_id = page.link_id and deleted_at is null) as blocks,
      (select jsonb_agg(jsonb_build_object('file', content ->> 'picture') order by position)
        from links.bio_block as block where block.link_id = page.link_id and deleted_at is null and content ->> 'picture' <> '') as pictures
      from links.bio_page as page join links.link on link.id = page.link_id
      where link.account_id = ${accountId} order by link.id desc`,
  },
  {
    name: 'messages-from-visitors',
    title: t('Messages from visitors'),
    about: t('Submissions from visitors of your bio pages and overlays.'),
    rows: sql`select "where", name, email, message, answers, at as "sentAt" from (
        select link.title as "where", answer.name, answer.email, answer.message, null::jsonb as answers, answer.created_at as at
        from links.bio_answer as answer join links.link on link.id = answer.link_id where link.account_id = ${accountId}
        union all select overlay.name, '', '', '', answer.content, answer.created_at
        from links.overlay_answer as answer join links.overlay on overlay.id = answer.overlay_id where overlay.account_id = ${accountId}
      ) as each order by at desc`,
  },
  {
    name: 'qr-codes',
    title: t('QR codes'),
    about: t('Content, design and scans of your QR codes.'),
    rows: sql`select link.title as name, code.kind, code.content, nullif(link.url, '') as "leadsTo", code.design,
      'data:image/png;base64,' || replace(encode(code.logo, 'base64'), E'\\n', '') as logo,
      coalesce(total.clicks, 0)::float8 as scans, link.created_at as "createdAt", link.deleted_at as "deletedAt"
      from links.qr_code as code join links.link on link.id = code.link_id
      left join links.link_total as total on total.link_id = link.id
      where link.account_id = ${accountId} order by link.id desc`,
  },
  {
    name: 'splash-pages-and-overlays',
    title: t('Splash pages and overlays'),
    about: t('Your splash pages and overlays, with poll results.'),
    files: ['pictures'],
    rows: sql`select kind, name, content, votes,
      (select jsonb_agg(jsonb_build_object('file', value)) from jsonb_each_text(content)
        where key in ('picture', 'banner', 'avatar') and value <> '' and value not like 'http%') as pictures,
      created_at as "createdAt", updated_at as "changedAt", deleted_at as "deletedAt" from (
        select 'Splash page' as kind, name, content, null::jsonb as votes, created_at, updated_at, deleted_at
        from links.splash_page where account_id = ${accountId}
        union all select 'Overlay: ' || kind, name, content,
          (select jsonb_object_agg(choice, votes) from links.overlay_vote where overlay_id = overlay.id),
          created_at, updated_at, deleted_at from links.overlay where account_id = ${accountId}
      ) as each order by created_at desc`,
  },
];
