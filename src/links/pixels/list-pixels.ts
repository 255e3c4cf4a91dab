import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Pixel } from './pixel.ts';
import { selectPixels } from './queries.ts';

export interface ListedPixel extends Pixel {
  /** How many links it is on. */
  links: number;
}

/** One page of the viewer's pixels, oldest first, and how many there are over all pages. */
export async function listPixels(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ pixels: ListedPixel[]; total: number }> {
  const wanted = selectPixels(app, viewer.id);
  const pixels = await wanted
    .select(countLinks.as('links'))
    .orderBy('id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await wanted
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { pixels, total };
}

const countLinks = sql<number>`(
  select count(*)::float8 from links.link_pixel
  join links.link on link.id = link_pixel.link_id and link.deleted_at is null
  where link_pixel.pixel_id = pixel.id
)`;
