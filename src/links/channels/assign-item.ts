import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { getOwned, type Owner } from '../owned/owned.ts';
import type { ItemType } from './channel.ts';
import { findItemOf, purposeOf } from './item.ts';
import { ownedChannels } from './queries.ts';

const names = () => ({ links: t('Link'), bio: t('Bio page'), qr: t('QR code') }) as const;

/** Adds one of the viewer's items to one of their channels. Has no effect if it is already in the channel. */
export async function assignItem(
  app: Pick<App, 'db' | 'clock'>,
  viewer: Owner,
  channelId: string,
  { type, id }: { type: ItemType; id: string },
): Promise<void> {
  await getOwned(app, viewer, ownedChannels, channelId);
  const item = await findItemOf(app, viewer.id, purposeOf[type], id);
  if (!item) throw missing(names()[type]);
  await app.db
    .insertInto('links.channel_link')
    .values({ channel_id: channelId, link_id: item.id, assigned_at: app.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
