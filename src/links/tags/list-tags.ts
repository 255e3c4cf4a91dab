import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { getPage, type PageNumber } from '../../platform/database/get-page.ts';
import type { Owner } from '../owned/owned.ts';
import { selectTags } from './queries.ts';
import type { Tag } from './tag.ts';

export interface ListedTag extends Tag {
  /** Number of links with the tag. */
  links: number;
}

/** Returns one page of the viewer's tags by name. */
export const listTags = (app: Pick<App, 'db'>, viewer: Owner, page: PageNumber) =>
  getPage(selectTags(app).where('tag.account_id', '=', viewer.id), page, (own) =>
    own.select(countLinks.as('links')).orderBy(sql`lower(tag.name)`),
  );

const countLinks = sql<number>`(
  select count(*)::float8 from links.link_tag
  join links.link on link.id = link_tag.link_id and link.deleted_at is null
  where link_tag.tag_id = tag.id
)`;
