import { msg, t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { Owned } from '../owned/owned.ts';
import type { Channel } from './channel.ts';

/** Selects channels that are not deleted, with all fields of `Channel`. */
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

export const ownedChannels: Owned<Channel> = {
  table: 'links.channel',
  name: msg('Channel'),
  find: (app, accountId, id) =>
    selectChannels(app)
      .where('channel.account_id', '=', accountId)
      .where('channel.id', '=', id)
      .executeTakeFirst(),
  restoreProblem: (error) =>
    isDuplicate(error, 'channel_name')
      ? invalid('name', t('Another channel now uses this name. Rename that one first.'))
      : undefined,
};

/** Clients expect status 400 here, not a conflict. */
export const channelNameTaken = () => invalid('name', t('You already have a channel with this name.'));
