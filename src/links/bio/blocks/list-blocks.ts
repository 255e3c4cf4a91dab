import type { App } from '../../../platform/app.ts';
import type { Block } from './block.ts';
import { selectBlocks, toBlock } from '../page/queries.ts';

/** Returns the blocks of a page in order, including hidden ones. The caller must check ownership. */
export async function listBlocks(app: Pick<App, 'db'>, bioId: string): Promise<Block[]> {
  const rows = await selectBlocks(app, bioId).execute();
  return rows.map(toBlock);
}

/** Returns a block, or undefined if the page has no block with this id. */
export async function findBlock(
  app: Pick<App, 'db'>,
  bioId: string,
  blockId: string,
): Promise<Block | undefined> {
  const row = await selectBlocks(app, bioId).where('id', '=', blockId).executeTakeFirst();
  return row && toBlock(row);
}
