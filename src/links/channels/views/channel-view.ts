import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import type { FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { addByShort } from '../../record/components/grouped-links.ts';
import type { Channel } from '../channel.ts';
import type { Item } from '../item.ts';
import { channelItems } from './channel-items.ts';

interface ChannelPage {
  hopUrl: string;
  now: Date;
  channel: Channel;
  rows: readonly Item[];
  total: number;
  page: number;
  perPage: number;
  /** The form in which a link is named, as it was typed. */
  adder: FormState;
}

/** A channel and what is in it. */
export function channelView(page: ChannelPage): View {
  const { hopUrl, now, channel, rows, total, adder } = page;
  const address = `/dashboard/channels/${channel.id}`;
  return {
    title: channel.name,
    section: 'channels',
    body: html`${pageHeader({
      title: channel.name,
      lead: channel.description,
      above: breadcrumbs([{ label: 'Channels', href: '/dashboard/channels' }, { label: channel.name }]),
      actions: html`${linkButton({ label: 'Edit', href: `${address}/edit`, icon: 'pencil' })}
      ${menu({
        label: 'More actions',
        items: menuButton({ label: 'Delete', to: `${address}/delete`, icon: 'trash-2', danger: true }),
      })}`,
    })}
    ${card({ body: addByShort(address, adder, 'Add a link, bio page or QR code') })}
    ${card({
      flush: true,
      body: channelItems({
        hopUrl,
        now,
        items: rows,
        removeTo: ({ id }) => `${address}/links/${id}/remove`,
      }),
    })}
    ${pagination({
      page: page.page,
      pages: Math.ceil(total / page.perPage),
      href: (number) => `${address}?page=${number}`,
    })}`,
  };
}
