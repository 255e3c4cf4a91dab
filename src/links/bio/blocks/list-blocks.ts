import type { App } from '../../../platform/app.ts';
import type { Block } from './block.ts';
import { selectBlocks, toBlock } from '../page/queries.ts';

/** The blocks of a page in their order, hidden ones too. Whose page it is has been looked at. */
export async function listBlocks(app: Pick<App, 'db'>, bioId: string): Promise<Block[]> {
  const rows = await selectBlocks(app, bioId).execute();
  return rows.map(toBlock);
}

/** One of them; undefined when the page has none of this id. */
export async function findBlock(
  app: Pick<App, 'db'>,
  bioId: string,
  blockId: string,
): Promise<Block | undefined> {
  const row = await selectBlocks(app, bioId).where('id', '=', blockId).executeTakeFirst();
  return row && toBlock(row);
}
