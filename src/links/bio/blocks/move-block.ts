import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid, missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { changeBio } from '../page/change-bio.ts';
import { listBlocks } from './list-blocks.ts';

/** Moves a block up or down by one position. Does nothing at either end. */
export async function moveBlock(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  bioId: string,
  blockId: string,
  direction: 'up' | 'down',
): Promise<void> {
  await changeBio(app, viewer, bioId, async (app) => {
    const ids = (await listBlocks(app, bioId)).map(({ id }) => id);
    const from = ids.indexOf(blockId);
    if (from < 0) throw missing(t('Block'));
    const to = Math.min(Math.max(from + (direction === 'up' ? -1 : 1), 0), ids.length - 1);
    ids.splice(to, 0, ...ids.splice(from, 1));
    await store(app, bioId, ids);
  });
}

/** Sorts blocks into the given order. Blocks added in the meantime come last. */
export async function orderBlocks(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  bioId: string,
  wanted: readonly string[],
): Promise<void> {
  await changeBio(app, viewer, bioId, async (app) => {
    const known = (await listBlocks(app, bioId)).map(({ id }) => id);
    const named = wanted.filter((id, i) => known.includes(id) && wanted.indexOf(id) === i);
    if (named.length === 0) throw invalid('order', t('None of these blocks are on the page'));
    await store(app, bioId, [...named, ...known.filter((id) => !named.includes(id))]);
  });
}

async function store({ db }: App, bioId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update links.bio_block block set position = placed.position
    from unnest(${ids}::bigint[]) with ordinality as placed (id, position)
    where block.id = placed.id and block.link_id = ${bioId}`.execute(db);
}
