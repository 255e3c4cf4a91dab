import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { moderate } from '../moderation/moderate.ts';
import { notifyMentioned } from '../notify/comments-and-mentions.ts';
import { checkPaywall } from './paywall/check-paywall.ts';
import { drawBlur } from './paywall/draw-blur.ts';
import { lockContent } from './paywall/lock-content.ts';
import { checkPoll, savePoll } from './polls/poll.ts';
import { requestPreview } from '../previews/fetching.ts';
import { addAttachments, listUploadNames } from './attachments/attachments.ts';
import { countPost } from './count-post.ts';
import { saveHashtags, saveMentions } from './save-tokens.ts';
import { saveVideo } from './attachments/save-video.ts';
import { checkPost, type NewPost } from './new-post.ts';
import { checkShare, refuseSharedTwice, notifyShare } from './sharing/shares.ts';
import { addPhotos } from './add-photos.ts';
import { savePictures } from '../uploads/uploads.ts';
import { linksIn } from '../../kernel/typed-text/tokens.ts';
import { distinctTokens } from '../text/distinct-tokens.ts';

/**
 * Publishes a post of any kind, subject to moderation. `also` stores the additional data of its kind in the
 * same transaction, including counters and notifications. Returns the id. Throws a `Problem` at the invalid
 * field.
 */
export async function publishPost(
  app: App,
  author: Viewer,
  given: NewPost,
  also?: (app: App, id: string, heldAt: Date | null) => Promise<void>,
): Promise<string> {
  const post = await checkShare(app, author, checkPost(given));
  if (post.poll) post.poll = checkPoll(post.poll);
  const paywall = await checkPaywall(app, author, post);
  const blur = paywall ? await drawBlur(app, given.cover ?? post.photos[0]?.path ?? post.video?.poster) : '';
  const names = await listUploadNames(app, author, post.attachments ?? []);
  const submission = toSubmission({ ...post, paywall, names: [...names.values()] });
  return moderate(app, author, submission, async (app, heldAt) => {
    const open = paywall ? { ...post, text: paywall.teaser } : post;
    const id = await insert(app, author, open, heldAt);
    await also?.(app, id, heldAt);
    if (paywall) await lockContent(app, id, { ...paywall, text: post.text, blur });
    await savePictures(app, id);
    return id;
  });
}

/** The content of a post for the moderation rules. */
export const toSubmission = (
  post: Pick<NewPost, 'kind' | 'title' | 'text' | 'photos' | 'warning' | 'video' | 'poll' | 'paywall'> & {
    /** Names of attached files. */
    names?: readonly string[];
  },
) =>
  ({
    subject: 'post',
    kind: post.kind ?? 'post',
    title: post.title ?? '',
    text: post.text,
    alts: [
      ...post.photos.map(({ alt }) => alt),
      post.warning ?? '',
      post.paywall?.teaser ?? '',
      post.video?.alt ?? '',
      ...(post.poll?.options ?? []),
      ...(post.names ?? []),
    ],
  }) as const;

async function insert(
  app: App,
  author: Viewer,
  post: ReturnType<typeof checkPost>,
  heldAt: Date | null,
): Promise<string> {
  const tokens = distinctTokens(post.text, post.kind);
  await refuseSharedTwice(app, author, post);
  const { id } = await app.db
    .insertInto('social.post')
    .values({
      author_id: author.id,
      kind: post.kind,
      title: post.title,
      text: post.text,
      privacy: post.privacy,
      parent_id: post.parentId ?? null,
      page_id: post.pageId ?? null,
      quote_id: post.quoteId ?? null,
      warning: post.warning,
      link: linksIn(tokens)[0] ?? null,
      created_at: app.clock.now(),
      held_at: heldAt,
      agent_name: author.agentName ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addPhotos(app, author, id, post.photos);
  if (post.video) await saveVideo(app, author, id, post.video);
  await addAttachments(app, author, id, post.attachments ?? []);
  if (post.poll) await savePoll(app, id, post.poll);
  await saveHashtags(app, id, tokens);
  await saveMentions(app, author.id, { post_id: id, comment_id: null }, tokens);
  await requestPreview(app, id);
  // Held content is counted and notified when it is approved.
  if (heldAt) return id;
  await countPost(app, id, 1);
  await notifyMentioned(app, author.id, { postId: id });
  await notifyShare(app, id);
  return id;
}
