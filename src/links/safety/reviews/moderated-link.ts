import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { shortAddress } from '../../record/link.ts';

/** A link as shown to operators, of any owner. */
export interface ModeratedLink {
  id: string;
  purpose: 'link' | 'bio' | 'qr';
  domain: string | null;
  alias: string;
  url: string;
  title: string;
  createdAt: Date;
  updatedAt: Date;
  heldAt: Date | null;
  heldFor: string | null;
  suspendedAt: Date | null;
  suspendedWith: 'link' | 'domain' | 'owner' | null;
  disabledAt: Date | null;
  deletedAt: Date | null;
  ownerId: string;
  owner: string;
  clicks: number;
}

/** Selects links of all accounts, including deleted ones, with all fields of `ModeratedLink`. */
export const selectWatched = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.link as link')
    .innerJoin('identity.account as owner', 'owner.id', 'link.account_id')
    .leftJoin('links.domain as domain', 'domain.id', 'link.domain_id')
    .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
    .select([
      'link.id',
      'link.alias',
      'link.url',
      'link.title',
      'link.created_at as createdAt',
      'link.updated_at as updatedAt',
      'link.held_at as heldAt',
      'link.held_for as heldFor',
      'link.suspended_at as suspendedAt',
      'link.disabled_at as disabledAt',
      'link.deleted_at as deletedAt',
      'link.account_id as ownerId',
      'owner.username as owner',
      sql<string | null>`domain.scheme || '://' || domain.host`.as('domain'),
      sql<number>`coalesce(total.clicks, 0)::float8`.as('clicks'),
    ])
    .select((row) => [
      row.ref('link.purpose').$castTo<ModeratedLink['purpose']>().as('purpose'),
      row.ref('link.suspended_with').$castTo<ModeratedLink['suspendedWith']>().as('suspendedWith'),
    ]);

/** Returns the subject of audit log entries about a link. */
export const subjectOf = (linkId: string) => `link ${linkId}`;

/** Returns the short URL of a link, page or code. The slash in a QR code's alias is not escaped. */
export const followedAddress = (
  config: { hopUrl: string },
  { domain, alias }: Pick<ModeratedLink, 'domain' | 'alias'>,
): string =>
  alias.startsWith('qr/') ? `${domain ?? config.hopUrl}/${alias}` : shortAddress(config, { domain, alias });
