import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import type { Config } from '../../platform/settings/config.ts';
import { flagOf, lenientBoolean, NumberOrText, looseText, textOf } from '../loose-values.ts';
import { itemTypes, type Channel, type ChannelInput } from './channel.ts';
import { itemAddress, type Item } from './item.ts';

const details = {
  description: looseText('Purpose'),
  color: looseText('#RRGGBB. Defaults to black'),
  starred: lenientBoolean('Whether the channel comes first in lists'),
};

export const NewChannel = Type.Object(
  {
    name: NumberOrText('2 to 100 characters, unique among your channels'),
    ...details,
  },
  { title: 'NewChannel' },
);
export const ChannelChange = Type.Object(
  { name: looseText('2 to 100 characters'), ...details },
  { title: 'ChannelChange' },
);

/** Response fields of a channel. */
export const channelFields = {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  color: Type.String({ description: '#RRGGBB' }),
  starred: Type.Boolean(),
};
export const ChannelRecord = Type.Object(channelFields, { title: 'Channel' });

export const ItemRecord = Type.Object(
  {
    type: Type.Enum([...itemTypes]),
    id: Type.Integer(),
    title: Type.String(),
    preview: Type.String({ description: 'The destination, or the item’s own address if it has none' }),
    link: Type.String({ description: 'The short address' }),
    date: Type.String({ description: 'YYYY-MM-DD' }),
  },
  { title: 'Item' },
);

/** A blank name counts as omitted, so an update does not change it. */
export const toChannelInput = (body: Static<typeof ChannelChange>): ChannelInput => ({
  name: textOf(body.name)?.trim() ? textOf(body.name) : undefined,
  description: textOf(body.description),
  color: textOf(body.color),
  isStarred: flagOf(body.starred),
});

export const toChannelRecord = (channel: Channel): Static<typeof ChannelRecord> => ({
  id: Number(channel.id),
  name: channel.name,
  description: channel.description,
  color: channel.color,
  starred: channel.isStarred,
});

export const toItemRecord = (config: Config, item: Item): Static<typeof ItemRecord> => ({
  type: item.type,
  id: Number(item.id),
  title: item.title,
  // Items without a destination are previewed at their own address.
  preview: item.url || itemAddress(config, item),
  link: itemAddress(config, item),
  date: sqlDate(item.createdAt).slice(0, 10),
});
