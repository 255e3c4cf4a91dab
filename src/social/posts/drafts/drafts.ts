import { plannedFor, publishForm, draftContentOf, type PostForm } from '../requests/post-form.ts';
import type { Upload } from '../../../platform/http/endpoint.ts';
import { Problem } from '../../../kernel/problem.ts';
import { type App, verb, perAccount, inTransaction, type Viewer } from '../../../platform/app.ts';
import { getDraft } from '../../drafts/draft.ts';
import { deleteDraft, saveDraft, schedule } from '../../drafts/drafts.ts';
import { checkPost } from '../new-post.ts';
import { checkPoll } from '../polls/poll.ts';
import { checkContinuations } from '../threads.ts';
import { checkShare } from '../sharing.ts';
import { filesOf, type PostContent, publishPostDraft } from './content.ts';
import { minutes } from '../../../kernel/time.ts';

interface SavedDraft {
  /** Undefined for a new draft. */
  id?: string | undefined;
  content: PostContent;
  /** When to publish it, validated like a post now. Null for never. Undefined keeps the schedule. */
  planned?: { at: Date; timeZone: string } | null | undefined;
}

/** Saves a plain post as a draft with its files. Returns the draft's id. */
export const savePostDraft = verb(
  { name: 'posts.save-draft', who: 'member', limit: perAccount(300, minutes(5)) },
  async (app, author: Viewer, { id, content, planned }: SavedDraft): Promise<string> => {
    if (planned) {
      // Validate scheduled drafts now rather than at publication.
      await checkShare(app, author, checkPost(content));
      checkContinuations(content);
      if (content.poll) checkPoll(content.poll);
    }
    return inTransaction(app, async (app) => {
      const draft = await saveDraft(app, author, { id, kind: 'post', content, files: filesOf(content) });
      if (planned !== undefined) await schedule(app, author, draft, planned ?? { at: null });
      return draft;
    });
  },
);

/** Publishes a draft of a plain post. Returns the post's id. A rejected draft remains. */
export const publishDraftNow = verb(
  { name: 'drafts.publish', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, author: Viewer, draftId: string): Promise<string> => {
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
  },
);

/** Publishes a submitted form, or saves it as a draft if it asks for that. */
export async function submitForm(
  app: App,
  author: Viewer,
  form: PostForm,
  files: readonly Upload[],
): Promise<{ id: string } | { isPlanned: boolean }> {
  const planned = plannedFor(form, app.clock.now());
  if (!planned && form.do !== 'draft') return { id: await publishForm(app, author, form, files) };
  const content = await draftContentOf(app, author, form, files);
  await savePostDraft(app, author, { content, planned: planned ?? null });
  return { isPlanned: planned !== undefined };
}
