import { sql } from 'kysely';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { lengthOf, toLine } from '../../kernel/text.ts';
import { type App, verb } from '../../platform/app.ts';
import { getNumberedPage, type PageNumber, type PageOfRows } from '../../platform/database/queries.ts';
import { lenientBoolean, looseText, NumberOrText } from '../loose-values.ts';
import { type Editor, refuseLinksOfOtherDomains } from '../link/rights.ts';
import { colorField, fieldsOf } from '../owned/fields.ts';
import { declareKind, getOwned, type ObjectOf, type Owner } from '../owned/owned.ts';
import { findItemOf, type Item, type ItemType, purposeOf, selectItems } from './items.ts';

const description = looseText('Purpose');
const color = looseText('#RRGGBB. Defaults to black');
const starred = lenientBoolean('Whether the channel comes first in lists');

const channelFields = fieldsOf({
  name: {
    column: 'name',
    label: msg('Name'),
    placeholder: msg('Newsletter'),
    control: { maxlength: 100 },
    omitsBlank: 'in API',
    body: {
      new: NumberOrText('2 to 100 characters, unique among your channels'),
      change: looseText('2 to 100 characters'),
    },
    parse: parseChannelName,
  },
  description: {
    column: 'description',
    label: msg('Description'),
    isOptional: true,
    control: { maxlength: 500 },
    body: { new: description, change: description },
    parse: parseChannelDescription,
  },
  color: colorField({ label: msg('Color'), initial: () => '#000000', body: { new: color, change: color } }),
  isStarred: {
    isFlag: true,
    column: 'starred_at',
    name: 'starred',
    label: msg('Star this channel'),
    body: { new: starred, change: starred },
  },
});

/** Links, bio pages and QR codes of one owner, grouped by topic. */
export type Channel = ObjectOf<typeof channelFields>;

export const ownedChannels = declareKind({
  feature: 'channels',
  table: 'links.channel',
  name: msg('Channel'),
  fields: channelFields,
  uses: sql<number>`(
    select count(*)::float8 from links.channel_link item
    join links.link link on link.id = item.link_id and link.deleted_at is null
    where item.channel_id = own.id
  )`,
  order: sql`own.starred_at is not null desc, own.id`,
  // Clients expect status 400 here, not a conflict.
  unique: { channel_name: () => invalid('name', msg('You already have a channel with this name.')) },
  takenSince: () => invalid('name', msg('Another channel now uses this name. Rename that one first.')),
});

/** Returns one page of the items in one of the viewer's channels, most recently added first. */
export async function listItems(
  app: Pick<App, 'db'>,
  viewer: Owner,
  channelId: string,
  page: PageNumber,
): Promise<PageOfRows<Item> & { channel: Channel }> {
  const channel = await getOwned(app, viewer, ownedChannels, channelId);
  const inside = selectItems(app)
    .innerJoin('links.channel_link as assigned', 'assigned.link_id', 'link.id')
    .where('assigned.channel_id', '=', channelId);
  const listed = await getNumberedPage(inside, page, (items) =>
    items.orderBy('assigned.assigned_at', 'desc').orderBy('link.id', 'desc'),
  );
  return { channel, ...listed };
}

const names = { links: msg('Link'), bio: msg('Bio page'), qr: msg('QR code') } as const;

/** Adds one of the viewer's items to one of their channels. Has no effect if it is already in the channel. */
export const assignItem = verb(
  { name: 'channels.assign', who: 'member' },
  async (
    app,
    viewer: Editor,
    channelId: string,
    { type, id }: { type: ItemType; id: string },
  ): Promise<void> => {
    await getOwned(app, viewer, ownedChannels, channelId);
    const item = await findItemOf(app, viewer.id, purposeOf[type], id);
    if (!item) throw missing(names[type]);
    await refuseLinksOfOtherDomains(app, viewer, [item.id]);
    await app.db
      .insertInto('links.channel_link')
      .values({ channel_id: channelId, link_id: item.id, assigned_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
);

/** Removes a link from one of the viewer's channels. The link is not deleted. */
export const removeFromChannel = verb(
  { name: 'channels.unassign', who: 'member' },
  async (app, viewer: Editor, channelId: string, linkId: string): Promise<void> => {
    await getOwned(app, viewer, ownedChannels, channelId);
    await refuseLinksOfOtherDomains(app, viewer, [linkId]);
    await app.db
      .deleteFrom('links.channel_link')
      .where('channel_id', '=', channelId)
      .where('link_id', '=', linkId)
      .execute();
  },
);

const shortestName = 2;
const longestName = 100;
const longestDescription = 500;

/** Validates the name of a channel, a single line of text. */
export function parseChannelName(text: string): string {
  const name = toLine(text);
  if (lengthOf(name) < shortestName)
    throw invalid(
      'name',
      msg('A channel name must have at least {shortestName} characters', { shortestName }),
    );
  if (lengthOf(name) > longestName)
    throw invalid('name', msg('A channel name can have at most {longestName} characters', { longestName }));
  return name;
}

function parseChannelDescription(text: string): string {
  const description = text.trim();
  if (description.length > longestDescription)
    throw invalid(
      'description',
      msg('The description can have at most {longestDescription} characters', { longestDescription }),
    );
  return description;
}
