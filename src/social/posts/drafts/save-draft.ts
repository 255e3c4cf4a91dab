import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { saveDraft } from '../../drafts/save-draft.ts';
import { schedule } from '../../drafts/schedule.ts';
import { checkPoll } from '../polls/poll.ts';
import { checkPost } from '../new-post.ts';
import { filesOf, type PostContent } from '../post-content.ts';
import { checkShare } from '../sharing/shares.ts';

interface SavedDraft {
  /** Undefined for a new draft. */
  id?: string | undefined;
  content: PostContent;
  /** Schedule for automatic publication, when it is validated like a post. Undefined if not scheduled. */
  planned?: { at: Date; timeZone: string } | undefined;
}

/** Saves a plain post as a draft with its files. Returns the draft's id. */
export async function savePostDraft(
  app: App,
  author: Viewer,
  { id, content, planned }: SavedDraft,
): Promise<string> {
  if (planned) {
    // Validate scheduled drafts now rather than at publication.
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
