import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { ThreadEvent } from '../threads/thread.ts';

interface NewThreadEvent {
  kind: ThreadEvent['kind'];
  /** The previous forum of the thread. */
  forumId?: string;
  /** The thread that replies moved to or from. */
  otherId?: string;
}

/** Adds an event line to a thread, after the latest post. */
export async function notifyInThread(
  app: App,
  by: Viewer,
  threadId: string,
  event: NewThreadEvent,
): Promise<void> {
  await app.db
    .insertInto('social.thread_event')
    .values({
      thread_id: threadId,
      kind: event.kind,
      by_id: by.id,
      at: app.clock.now(),
      after_id: sql<string>`coalesce((select max(id) from social.post
        where parent_id = ${threadId} and deleted_at is null), ${threadId})`,
      forum_id: event.forumId ?? null,
      other_id: event.otherId ?? null,
    })
    .execute();
}
