import { t } from '../../../kernel/translation/translate.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import { addByShort } from '../../record/components/grouped-links.ts';
import type { Channel } from '../channel.ts';
import type { Item } from '../item.ts';
import { channelItems } from './channel-items.ts';
import { groupView } from '../../owned/components/group-view.ts';

interface ChannelPage {
  hopUrl: string;
  now: Date;
  channel: Channel;
  rows: readonly Item[];
  total: number;
  page: number;
  perPage: number;
  /** State of the form that adds an item. */
  adder: FormState;
}

/** A channel and its items. */
export function channelView(page: ChannelPage): View {
  const { hopUrl, now, channel, rows, adder } = page;
  const address = `/dashboard/channels/${channel.id}`;
  return groupView({
    ...page,
    section: 'channels',
    list: { label: t('Channels'), href: '/dashboard/channels' },
    name: channel.name,
    lead: channel.description,
    address,
    adder: addByShort(address, adder, t('Add a link, bio page or QR code')),
    table: channelItems({
      hopUrl,
      now,
      items: rows,
      removeTo: ({ id }) => `${address}/links/${id}/remove`,
    }),
  });
}
