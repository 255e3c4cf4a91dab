import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { deleteDraft } from '../../drafts/delete-draft.ts';
import { getDraft } from '../../drafts/get-draft.ts';
import { publishPostDraft } from '../post-content.ts';

/** Publishes a draft of a plain post. Returns the post's id. A rejected draft remains. */
export async function publishDraftNow(app: App, author: Viewer, draftId: string): Promise<string> {
  const draft = await getDraft(app, author, draftId, 'post');
  // Thrown outside the transaction, so that the moderation record is committed.
  const result = await inTransaction(app, async (app) => {
    // A concurrent request waits for this lock and then finds no draft.
    await app.db
      .selectFrom('social.draft')
      .where('id', '=', draft.id)
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    await getDraft(app, author, draftId, 'post');
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
