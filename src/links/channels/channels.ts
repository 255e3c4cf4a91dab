import { invalid, missing } from '../../kernel/problem.ts';
import { lengthOf, toLine } from '../../kernel/text.ts';
import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { changeOwned, getOwned, type Owner } from '../owned/owned.ts';
import { channelNameTaken, findItemOf, ownedChannels, purposeOf } from './reading.ts';
import { verb } from '../../platform/verb.ts';

/** Links, bio pages and QR codes of one owner, grouped by topic. */
export interface Channel {
  /** Digits. */
  id: string;
  name: string;
  description: string;
  /** `#` and six hexadecimal digits. */
  color: string;
  isStarred: boolean;
}

/** Editable fields of a channel. Omitted fields are empty for a new channel and unchanged on update. */
export interface ChannelInput {
  name?: string | undefined;
  description?: string | undefined;
  /** In the format of `parseColor`. Blank counts as omitted. */
  color?: string | undefined;
  isStarred?: boolean | undefined;
}

/** Types of items in a channel. */
export const itemTypes = ['links', 'bio', 'qr'] as const;
export type ItemType = (typeof itemTypes)[number];

const usualColor = '#000000';

/** Creates a channel. Rejects a name that the viewer already uses, also for concurrent requests. */
export const addChannel = verb(
  { name: 'channels.add', who: 'member' },
  async ({ db, clock }, viewer: Pick<Viewer, 'id'>, input: ChannelInput): Promise<Channel> => {
    const channel = {
      name: parseChannelName(input.name ?? ''),
      description: parseChannelDescription(input.description ?? ''),
      color: input.color?.trim() ? parseColor(input.color) : usualColor,
    };
    const isStarred = input.isStarred ?? false;
    const now = clock.now();
    const created = await db
      .insertInto('links.channel')
      .values({ ...channel, account_id: viewer.id, starred_at: isStarred ? now : null, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!created) throw channelNameTaken();
    return { ...channel, id: created.id, isStarred };
  },
);

/** Updates the given fields of one of the viewer's channels. */
export const updateChannel = verb(
  { name: 'channels.update', who: 'member' },
  (app, viewer: Owner, id: string, change: ChannelInput): Promise<Channel> =>
    changeOwned(app, viewer, ownedChannels, id, async (app, before) => {
      const channel: Channel = {
        id,
        name: change.name === undefined ? before.name : parseChannelName(change.name),
        description:
          change.description === undefined ? before.description : parseChannelDescription(change.description),
        color: change.color?.trim() ? parseColor(change.color) : before.color,
        isStarred: change.isStarred ?? before.isStarred,
      };
      await store(app, channel);
      return channel;
    }),
);

async function store({ db, clock }: App, { id, name, description, color, isStarred }: Channel) {
  await db
    .updateTable('links.channel')
    .set({ name, description, color, starred_at: isStarred ? clock.now() : null })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw isDuplicate(error, 'channel_name') ? channelNameTaken() : error;
    });
}

const shortestName = 2;
const longestName = 100;
const longestDescription = 500;

/** Validates the name of a channel, a single line of text. */
export function parseChannelName(text: string): string {
  const name = toLine(text);
  if (lengthOf(name) < shortestName)
    throw invalid('name', t('A channel name must have at least {shortestName} characters', { shortestName }));
  if (lengthOf(name) > longestName)
    throw invalid('name', t('A channel name can have at most {longestName} characters', { longestName }));
  return name;
}

function parseChannelDescription(text: string): string {
  const description = text.trim();
  if (description.length > longestDescription)
    throw invalid(
      'description',
      t('The description can have at most {longestDescription} characters', { longestDescription }),
    );
  return description;
}

/** Parses `#0a5` or `#00aa55`, with or without `#`, as `#` and six digits. */
export function parseColor(text: string): string {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (!digits) throw invalid('color', t('A color must be in the form #RRGGBB'));
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

const names = () => ({ links: t('Link'), bio: t('Bio page'), qr: t('QR code') }) as const;

/** Adds one of the viewer's items to one of their channels. Has no effect if it is already in the channel. */
export const assignItem = verb(
  { name: 'channels.assign', who: 'member' },
  async (
    app,
    viewer: Owner,
    channelId: string,
    { type, id }: { type: ItemType; id: string },
  ): Promise<void> => {
    await getOwned(app, viewer, ownedChannels, channelId);
    const item = await findItemOf(app, viewer.id, purposeOf[type], id);
    if (!item) throw missing(names()[type]);
    await app.db
      .insertInto('links.channel_link')
      .values({ channel_id: channelId, link_id: item.id, assigned_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
);

/** Removes a link from one of the viewer's channels. The link is not deleted. */
export const unassignLink = verb(
  { name: 'channels.unassign', who: 'member' },
  async (app, viewer: Owner, channelId: string, linkId: string): Promise<void> => {
    await getOwned(app, viewer, ownedChannels, channelId);
    await app.db
      .deleteFrom('links.channel_link')
      .where('channel_id', '=', channelId)
      .where('link_id', '=', linkId)
      .execute();
  },
);
