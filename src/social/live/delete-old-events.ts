import { sql } from 'kysely';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { placeEvents } from './get-events.ts';

/** How long a disconnected page can resume from its position. */
const window = minutes(15);

/** Deletes events outside the window and records the position up to which they were deleted. */
export async function deleteOldEvents(app: App): Promise<void> {
  await placeEvents(app);
  await sql`
    with deleted as (
      delete from social.live_event
      where position is not null and created_at < ${new Date(app.clock.now().getTime() - window)}
      returning position
    )
    update social.live_window
    set deleted_to = greatest(deleted_to, (select coalesce(max(position), 0) from deleted))`.execute(app.db);
}
