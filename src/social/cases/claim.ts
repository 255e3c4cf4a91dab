import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { claimDuration, settlementConflict } from './settle-case.ts';

/**
 * Claims a case for fifteen minutes. `reassigns` takes over a claim of another moderator. Throws a conflict
 * that names the moderator who claimed or decided the case.
 */
export async function claimCase(app: App, moderator: Viewer, id: string, reassigns = false): Promise<void> {
  const now = app.clock.now();
  const claimed = await app.db
    .updateTable('social.moderation_case')
    .set({ claimed_by: moderator.id, claimed_at: now })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .$if(!reassigns, (query) =>
      query.where((eb) =>
        eb.or([
          eb('claimed_by', 'is', null),
          eb('claimed_by', '=', moderator.id),
          eb('claimed_at', '<', new Date(now.getTime() - claimDuration)),
        ]),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!claimed) throw await settlementConflict(app, id);
}

/** Releases the moderator's claim on a case. */
export async function unclaimCase({ db }: App, moderator: Viewer, id: string): Promise<void> {
  await db
    .updateTable('social.moderation_case')
    .set({ claimed_by: null, claimed_at: null })
    .where('id', '=', id)
    .where('claimed_by', '=', moderator.id)
    .where('settled_at', 'is', null)
    .execute();
}
