import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { ArchiveSection } from '../../platform/archive/section.ts';
import { linkSections } from './link-sections.ts';
import { publicSections } from './public-sections.ts';

/**
 * Archive sections of an account. Visitor data is limited to what visitors submitted, and internal data is
 * excluded.
 */
export const hopSections = ({ config }: App, accountId: string): ArchiveSection[] => [
  ...linkSections(config.hopUrl, accountId),
  ...publicSections(config.hopUrl, accountId),
  {
    name: 'domains',
    title: t('Domains'),
    about: t('Your branded domains, including removed ones.'),
    rows: sql`select host, scheme, root_redirect as "homeLeadsTo", missing_redirect as "unknownLeadsTo",
      created_at as "addedAt", verified_at as "verifiedAt", null::timestamptz as "removedAt"
      from links.domain where account_id = ${accountId}
      union all select host, scheme, root_redirect, missing_redirect, created_at, verified_at, deleted_at
      from links.deleted_domain where account_id = ${accountId}`,
  },
  {
    name: 'pixels',
    title: t('Pixels'),
    about: t('Your tracking pixels and consent settings.'),
    rows: sql`select name, provider, tag, created_at as "addedAt", deleted_at as "deletedAt",
      (select jsonb_build_object('mode', mode, 'privacyPolicy', privacy_url) from links.pixel_consent as consent
        where consent.account_id = pixel.account_id) as consent
      from links.pixel where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'webhooks',
    title: t('Webhooks'),
    about: t('Your webhooks and their latest deliveries, without secrets.'),
    rows: sql`select name, url, events, created_at as "addedAt", delivered_at as "lastDeliveredAt",
      disabled_at as "disabledAt", disabled_reason as "disabledReason",
      (select jsonb_agg(jsonb_build_object('event', kind, 'at', created_at, 'deliveredAt', delivered_at, 'answered', status)
        order by id desc) from (
          select id, kind, created_at, delivered_at, status from links.webhook_delivery
          where webhook_id = webhook.id order by id desc limit 100
        ) as delivery) as deliveries
      from links.webhook where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'imports',
    title: t('Imports'),
    about: t('Link files you imported.'),
    rows: sql`select file_name as "fileName", format, row_count as rows, created as "linksAdded", refused,
      created_at as "startedAt", finished_at as "finishedAt"
      from links.import where account_id = ${accountId} order by id desc`,
  },
];
