import type { App } from '../../../platform/app.ts';

/** The moderation state of a link: whether visitors are warned or blocked, and why. */
export interface ModerationState {
  heldFor: string | null;
  isSuspended: boolean;
}

/** The caller must check that the viewer may see the link. */
export async function getStanding({ db }: Pick<App, 'db'>, linkId: string): Promise<ModerationState> {
  const row = await db
    .selectFrom('links.link')
    .select(['held_for', 'held_at', 'suspended_at'])
    .where('id', '=', linkId)
    .executeTakeFirst();
  return toStanding(row);
}

export const toStanding = (
  row: { held_for: string | null; held_at: Date | null; suspended_at: Date | null } | undefined,
): ModerationState => ({
  heldFor: row?.held_at ? (row.held_for ?? 'listed') : null,
  isSuspended: Boolean(row?.suspended_at),
});
