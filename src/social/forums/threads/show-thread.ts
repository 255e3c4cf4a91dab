import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Post } from '../../posts/post.ts';
import { getPosts } from '../../posts/reading/get-posts.ts';
import { findReplyPage } from './find-place.ts';
import { listRelatedThreads } from './list-related-threads.ts';
import { markPageRead } from './mark-read.ts';
import { getThread } from './get-thread.ts';
import { toQuotes } from './thread-markdown.ts';
import { threadSidebar } from '../views/thread-sidebar.ts';
import { threadView } from '../views/thread-view.ts';

interface ThreadShown {
  page?: number | undefined;
  /** The posts to quote. */
  quotes?: readonly string[];
  /** Values of a rejected or previewed reply. */
  state?: FormState;
}

/** Shows a page of a thread and marks it as read. */
export async function showThread(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  { page, quotes = [], state }: ThreadShown = {},
): Promise<View> {
  const shown = await getThread(app, viewer, id, page);
  const [related] = await Promise.all([
    listRelatedThreads(app, viewer, { id, forumId: shown.forum.id }),
    markPageRead(app, viewer, shown),
  ]);
  const wanted = viewer ? (await getPosts(app, viewer, quotes)).filter((post) => isIn(post, id)) : [];
  const view = threadView(shown, {
    viewer,
    base: app.config.plazaUrl,
    quotes: wanted.map((post) => post.id),
    // A single quote is shown above the reply. Several are inserted into its text.
    ...(wanted.length === 1 && { quoted: wanted[0] }),
    state: state ?? (wanted.length > 1 ? { values: { text: toQuotes(wanted) } } : {}),
  });
  return { ...view, aside: threadSidebar(shown, related) };
}

const isIn = (post: Post, threadId: string) => (post.parentId ?? post.id) === threadId;

/** Shows a rejected reply on the page of the post it quotes, or else on the last page. */
export async function showReplyAgain(app: App, viewer: Viewer, id: string, state: FormState): Promise<View> {
  const quote = state.values?.quote_id;
  const quotes = quote !== undefined && /^[0-9]{1,18}$/.test(quote) ? [quote] : [];
  const place = quotes[0] === undefined ? undefined : await findReplyPage(app, id, quotes[0]);
  const { pages } = await getThread(app, viewer, id).catch(() => {
    throw missing(t('Thread'));
  });
  return showThread(app, viewer, id, { page: place?.page ?? (quotes.length > 0 ? 1 : pages), quotes, state });
}
