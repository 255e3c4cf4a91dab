import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { saveDraft } from '../../drafts/save-draft.ts';
import { schedule } from '../../drafts/schedule.ts';
import { checkPoll } from '../polls/check-poll.ts';
import { checkPost } from '../new-post.ts';
import { filesOf, type PostContent } from '../post-content.ts';
import { checkShare } from '../sharing/shares.ts';

interface SavedDraft {
  /** Omitted: a new one. */
  id?: string | undefined;
  content: PostContent;
  /** When it is to be published by itself; it is checked like a post then. Undefined: it waits. */
  planned?: { at: Date; timeZone: string } | undefined;
}

/** Keeps a plain post as a draft, with its files. Returns the draft's id. */
export async function savePostDraft(
  app: App,
  author: Viewer,
  { id, content, planned }: SavedDraft,
): Promise<string> {
  if (planned) {
    // What cannot be published is better said now than when it is due.
    await checkShare(app, author, checkPost(content));
    if (content.poll) checkPoll(content.poll);
  }
  return inTransaction(app, async (app) => {
    const draft = await saveDraft(app, author, { id, kind: 'post', content, files: filesOf(content) });
    await schedule(
      app,
      author,
      draft,
      planned ? { at: planned.at, timeZone: planned.timeZone } : { at: null },
    );
    return draft;
  });
}
