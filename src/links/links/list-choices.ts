import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { selectCampaigns } from '../campaigns/reading.ts';
import { selectChannels } from '../channels/reading.ts';
import { selectDomains } from '../domains/domain.ts';
import { selectTags } from '../tags/tags.ts';

/** Groups that a link can be added to and lists can be filtered by. */
export interface Choices {
  tags: readonly { id: string; name: string; color: string }[];
  channels: readonly { id: string; name: string }[];
  campaigns: readonly { id: string; name: string }[];
  domains: readonly { host: string; isVerified: boolean }[];
}

/** Maximum entries per list. */
const max = 200;

/** A single query for all four lists, because most link pages show them. */
export const listChoices = (app: Pick<App, 'db'>, { id }: Viewer): Promise<Choices> =>
  app.db
    .selectNoFrom([
      jsonArrayFrom(
        selectTags(app)
          .clearSelect()
          .where('tag.account_id', '=', id)
          .select([sql<string>`tag.id::text`.as('id'), 'tag.name', 'tag.color'])
          .orderBy(sql`lower(tag.name)`)
          .limit(max),
      ).as('tags'),
      jsonArrayFrom(
        selectChannels(app)
          .clearSelect()
          .where('channel.account_id', '=', id)
          .select([sql<string>`channel.id::text`.as('id'), 'channel.name'])
          .orderBy(sql`channel.starred_at is not null`, 'desc')
          .orderBy('channel.id')
          .limit(max),
      ).as('channels'),
      jsonArrayFrom(
        selectCampaigns(app)
          .clearSelect()
          .where('campaign.account_id', '=', id)
          .select([sql<string>`campaign.id::text`.as('id'), 'campaign.name'])
          .orderBy('campaign.id', 'desc')
          .limit(max),
      ).as('campaigns'),
      jsonArrayFrom(
        selectDomains(app)
          .clearSelect()
          .where('account_id', '=', id)
          .select(['host', sql<boolean>`verified_at is not null`.as('isVerified')])
          .orderBy('id')
          .limit(max),
      ).as('domains'),
    ])
    .executeTakeFirstOrThrow();
