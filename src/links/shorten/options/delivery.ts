import { sql } from 'kysely';
import { missing } from '../../../kernel/problem.ts';
import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Visibility } from '../../link/link.ts';
import type { LinkRules } from '../../redirect/targeting/targets.ts';
import type { HashedPassword } from './parse-delivery.ts';

/** Editable fields of a link. Omitted fields are unset for a new link and unchanged on update. */
export interface LinkInput extends DeliveryInput {
  url: string;
  /**
   * One of the owner's domains, with or without a scheme. Blank: the default domain for a new link, unchanged
   * on update.
   */
  domain?: string | undefined;
  /** Omitted or blank: a random alias for a new link, unchanged on update. */
  alias?: string | undefined;
  /** Blank: fetched from the page shortly afterwards. */
  title?: string | undefined;
  description?: string | undefined;
  visibility?: Visibility | undefined;
  /** In the format of `parseExpiry`. Blank: never. */
  expiry?: string | undefined;
  /**
   * A channel and a campaign of the owner's to add the link to. Null: none; on update, removes the link from
   * its current ones.
   */
  channelId?: string | null | undefined;
  campaignId?: string | null | undefined;
  /** Tag names that replace the current ones. Unknown names create new tags. */
  tags?: readonly string[] | undefined;
}

/**
 * Delivery options of a link as submitted. Omitted fields are unset for a new link and unchanged on update.
 */
export interface DeliveryInput {
  /**
   * `direct`, `frame`, `splash`, the id of a splash page, or `overlay-` and an overlay's id. Blank: direct.
   */
  type?: string | undefined;
  /**
   * Blank: no password for a new link, unchanged on update because forms cannot show it. Null: no password.
   */
  password?: string | HashedPassword | null | undefined;
  /** Preview when the link is shared. Blank: no custom preview. */
  previewTitle?: string | undefined;
  previewDescription?: string | undefined;
  previewImage?: string | undefined;
  /** An empty list removes all targets. */
  places?: readonly { location: string; state?: string | undefined; link: string }[] | undefined;
  devices?: readonly { device: string; link: string }[] | undefined;
  languages?: readonly { language: string; link: string }[] | undefined;
  /** Null: none. */
  stores?:
    | { auto?: boolean | undefined; apple?: string | undefined; google?: string | undefined }
    | null
    | undefined;
  parameters?: readonly { name: string; value: string }[] | undefined;
  variants?: readonly { link: string; weight: number; name?: string | undefined }[] | undefined;
  passesQuery?: boolean | undefined;
  pixelIds?: readonly string[] | undefined;
  /** Number of clicks after which the link expires. Null: never. */
  clickLimit?: number | null | undefined;
  /** Redirect for the expired link. Blank: shows a page that says it has expired. */
  expiredUrl?: string | undefined;
  /** HTTP status of the redirect. Null: 302. */
  status?: number | null | undefined;
  isDisabled?: boolean | undefined;
}

/** Delivery options of a link as stored. */
export interface Delivery {
  kind: 'direct' | 'frame' | 'splash' | 'overlay';
  splashId: string | null;
  overlayId: string | null;
  status: number;
  hasPassword: boolean;
  clickLimit: number | null;
  expiredUrl: string | null;
  isDisabled: boolean;
  previewTitle: string;
  previewDescription: string;
  previewImage: string | null;
  rules: LinkRules;
  pixelIds: string[];
}

/** Returns the value of `DeliveryInput.type` for these options. */
export function typeOf({
  kind,
  splashId,
  overlayId,
}: Pick<Delivery, 'kind' | 'splashId' | 'overlayId'>): string {
  if (kind === 'splash' && splashId !== null) return splashId;
  return kind === 'overlay' && overlayId !== null ? `overlay-${overlayId}` : kind;
}

/**
 * Returns the delivery options of one of the viewer's links. Throws a `Problem` if it does not exist or
 * belongs to another account.
 */
export async function findDelivery(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Delivery> {
  const delivery = await db
    .selectFrom('links.link as link')
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .where('purpose', '=', 'link')
    .select([
      'splash_id as splashId',
      'overlay_id as overlayId',
      'status',
      'click_limit as clickLimit',
      'expired_url as expiredUrl',
      'preview_title as previewTitle',
      'preview_description as previewDescription',
      'preview_image as previewImage',
      sql<boolean>`password_hash is not null`.as('hasPassword'),
      sql<boolean>`disabled_at is not null`.as('isDisabled'),
      sql<string[]>`array(
        select pixel.id::text from links.link_pixel join links.pixel on pixel.id = link_pixel.pixel_id
        where link_pixel.link_id = link.id and pixel.deleted_at is null order by pixel.id)`.as('pixelIds'),
    ])
    .select((row) => [
      row.ref('kind').$castTo<Delivery['kind']>().as('kind'),
      row.ref('rules').$castTo<LinkRules>().as('rules'),
    ])
    .executeTakeFirst();
  if (!delivery) throw missing(t('Link'));
  return delivery;
}
