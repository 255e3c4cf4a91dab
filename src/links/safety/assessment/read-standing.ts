import type { App } from '../../../platform/app.ts';

/** Whether visitors of a link are warned, or go nowhere, and on account of what. */
export interface Standing {
  heldFor: string | null;
  isSuspended: boolean;
}

/** Called with a link that the viewer may see. */
export async function readStanding({ db }: Pick<App, 'db'>, linkId: string): Promise<Standing> {
  const row = await db
    .selectFrom('links.link')
    .select(['held_for', 'held_at', 'suspended_at'])
    .where('id', '=', linkId)
    .executeTakeFirst();
  return toStanding(row);
}

export const toStanding = (
  row: { held_for: string | null; held_at: Date | null; suspended_at: Date | null } | undefined,
): Standing => ({
  heldFor: row?.held_at ? (row.held_for ?? 'listed') : null,
  isSuspended: Boolean(row?.suspended_at),
});
