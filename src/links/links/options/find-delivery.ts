import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { LinkRules } from '../../redirect/targeting/rules.ts';
import type { Delivery } from './delivery.ts';

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
