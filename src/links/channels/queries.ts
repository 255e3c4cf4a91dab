import { sql } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Channel } from './channel.ts';

/** Channels that are there (not deleted), with everything of `Channel`. */
export const selectChannels = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.channel as channel')
    .where('channel.deleted_at', 'is', null)
    .select([
      'channel.id',
      'channel.name',
      'channel.description',
      'channel.color',
      sql<boolean>`channel.starred_at is not null`.as('isStarred'),
    ]);

/** A channel of this account, or nothing: what belongs to others looks as if it were not there. */
export const findChannelOf = (
  app: Pick<App, 'db'>,
  accountId: string,
  id: string,
): Promise<Channel | undefined> =>
  selectChannels(app)
    .where('channel.account_id', '=', accountId)
    .where('channel.id', '=', id)
    .executeTakeFirst();

/** Clients of this API expect a 400 here, not a conflict. */
export const channelNameTaken = () => invalid('name', 'You already have a channel with this name.');
