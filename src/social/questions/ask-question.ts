import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { publishPost } from '../posts/publishing.ts';
import { isBlank } from '../../kernel/text.ts';
import { ensureFollowing } from '../notifications/thread-subscriptions.ts';
import { checkCategory } from './check-category.ts';
import { saveTags } from './save-tags.ts';
import { joinTags, readTags } from './tags.ts';

export interface NewQuestion {
  title: string;
  /** Markdown. */
  text: string;
  /** As typed. */
  tags?: string | undefined;
  /** Empty for none. */
  categoryId?: string | undefined;
}

/** Creates a question, which the asker follows. Returns its id. */
export async function askQuestion(app: App, asker: Viewer, given: NewQuestion): Promise<string> {
  const { title, text, tags, categoryId } = await checkQuestion(app, given);
  return publishPost(
    app,
    asker,
    { kind: 'question', title, text, privacy: 'public', photos: [] },
    async (app, id) => {
      await app.db
        .insertInto('social.question')
        .values({ post_id: id, category_id: categoryId, active_at: app.clock.now() })
        .execute();
      await saveTags(app, id, tags);
      await ensureFollowing(app, asker, id);
    },
  );
}

/** Validates a question. Its tags are appended to the text. */
export async function checkQuestion(
  app: App,
  { title, text, tags: typed = '', categoryId = '' }: NewQuestion,
) {
  if (isBlank(text)) throw invalid('text', t('Add more details'));
  const tags = readTags(typed);
  return {
    title,
    text: joinTags(text.trimEnd(), tags),
    tags,
    categoryId: await checkCategory(app, categoryId),
  };
}
