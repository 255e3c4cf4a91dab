import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { getPage, type PageNumber } from '../../platform/database/get-page.ts';
import type { Owner } from '../owned/owned.ts';
import type { Pixel } from './pixel.ts';
import { selectPixels } from './queries.ts';

export interface ListedPixel extends Pixel {
  /** Number of links that use the pixel. */
  links: number;
}

/** Returns one page of the viewer's pixels, oldest first. */
export const listPixels = (app: Pick<App, 'db'>, viewer: Owner, page: PageNumber) =>
  getPage(selectPixels(app, viewer.id), page, (own) => own.select(countLinks.as('links')).orderBy('id'));

const countLinks = sql<number>`(
  select count(*)::float8 from links.link_pixel
  join links.link on link.id = link_pixel.link_id and link.deleted_at is null
  where link_pixel.pixel_id = pixel.id
)`;
