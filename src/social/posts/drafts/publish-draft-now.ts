import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { deleteDraft } from '../../drafts/delete-draft.ts';
import { readDraft } from '../../drafts/read-draft.ts';
import { publishPostDraft } from '../post-content.ts';

/** Publishes a draft of a plain post now. Returns the post's id. What is refused stays a draft. */
export async function publishDraftNow(app: App, author: Viewer, draftId: string): Promise<string> {
  const draft = await readDraft(app, author, draftId, 'post');
  // Told outside, so that what moderation wrote down stays.
  const result = await inTransaction(app, async (app) => {
    // One of two that come at once waits here, and then finds none.
    await app.db
      .selectFrom('social.draft')
      .where('id', '=', draft.id)
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    await readDraft(app, author, draftId, 'post');
    try {
      const id = await publishPostDraft(app, author, draft);
      await deleteDraft(app, author, draft.id);
      return id;
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  });
  if (typeof result !== 'string') throw result;
  return result;
}
