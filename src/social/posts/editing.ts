import { refuseAbove } from '../../identity/operators/operators.ts';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { cleanText } from '../../kernel/text.ts';
import { linksIn } from '../../kernel/typed-text/tokens.ts';
import { type App, verb, perAccount, may, type Viewer } from '../../platform/app.ts';
import { mayModeratePost } from '../access/forum-moderators.ts';
import { mayModerateGroup } from '../access/group.ts';
import { mayWrite } from '../access/page.ts';
import { moderateEdit, prepareSubmission } from '../moderation/moderate.ts';
import { notifyMentioned } from '../notify/comments-and-mentions.ts';
import { requestPreview } from '../previews/fetching.ts';
import { distinctTokens } from '../text/rendered.ts';
import { savePictures } from '../uploads/uploads.ts';
import { checkPost, longestOf } from './new-post.ts';
import { checkPaywall, drawBlur, lockContent, type NewPaywall, unlockContent } from './paywall.ts';
import type { Post, Privacy } from './post.ts';
import { countPost, refuseManyHashtags, saveHashtags, saveMentions, toSubmission } from './publishing.ts';
import { getPost } from './reading/get-posts.ts';
import { getPostHeader, type PostHeader } from './reading/visible.ts';
import { isContinuation } from './threads.ts';
import { minutes } from '../../kernel/time.ts';

export interface PostEdit {
  /** Omit to keep. */
  title?: string | undefined;
  text: string;
  /** Omit to keep. */
  privacy?: Privacy | undefined;
  /** Omit to keep. */
  warning?: string | undefined;
  /** Omit to keep. */
  videoAlt?: string | undefined;
  /** The paywall, or null to remove it. Omit to keep. */
  paywall?: NewPaywall | null | undefined;
  /** New alt texts by picture id. */
  alts: ReadonlyMap<string, string>;
}

/** Updates columns of the kind in the same transaction. */
type StoreDetails = (app: App, heldAt: Date | null) => Promise<void>;

/**
 * Edits the author's own post of any kind and stores the former text as a revision. The edit is moderated
 * again.
 */
export const editPost = verb(
  { name: 'posts.edit', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, author: Viewer, id: string, edit: PostEdit, also?: StoreDetails) => {
    const { kind, title } = await getPostHeader(app, author, id);
    const text = cleanText(edit.text, 'text', longestOf[kind]);
    await prepareSubmission(app, author, { kind, title: edit.title ?? title, text });
    const blur = edit.paywall ? await drawBlurOf(app, author, id) : '';
    return editLockedPost(app, author, { id, blur }, () => Promise.resolve({ edit, also }));
  },
);

/**
 * Like `editPost`, for edits that depend on stored content. `prepare` runs while the post is locked. `blur` is the
 * blurred picture of a post that gets its first paywall.
 */
export async function editLockedPost(
  app: App,
  author: Viewer,
  { id, blur }: { id: string; blur: string },
  prepare: (app: App, post: Post) => Promise<{ edit: PostEdit; also?: StoreDetails | undefined }>,
): Promise<void> {
  await moderateEdit(app, author, async (app) => {
    await app.db.selectFrom('social.post').where('id', '=', id).select('id').forUpdate().execute();
    const post = await getPost(app, author, id);
    if (!(await mayManagePost(app, author, post, 'edit')))
      throw new Problem('forbidden', msg('Only the author can edit a post'));
    const { edit, also } = await prepare(app, post);
    const checked = checkEdit(post, edit);
    const paywall = await checkPaywall(app, author, checked, post.paywall);
    return {
      submission: { ...toSubmission({ ...checked, paywall }), editing: id },
      publish: async (app, heldAt) => {
        if (post.paywall) await unlockContent(app, id);
        await store(app, author, { post, edit, checked, paywall, heldAt });
        await also?.(app, heldAt);
        if (paywall)
          await lockContent(app, id, {
            ...paywall,
            text: checked.text,
            // A post without pictures has an empty one.
            blur: post.paywall ? post.paywall.blur : blur,
          });
        await savePictures(app, id);
        return id;
      },
    };
  });
}

/** Draws the blurred picture from the current cover or first photo, which an edit does not change. */
export async function drawBlurOf(app: App, author: Viewer, id: string): Promise<string> {
  const { paywall, article, photos } = await getPost(app, author, id);
  if (paywall?.blur) return paywall.blur;
  return drawBlur(app, article?.cover?.path ?? photos[0]?.path);
}

/** The current paywall as input for an edit. */
const formerPaywall = ({ paywall }: Post): NewPaywall | undefined =>
  paywall
    ? {
        teaser: paywall.teaser,
        isForMembers: paywall.isForMembers,
        ...(paywall.planId !== null && { planId: paywall.planId }),
        ...(paywall.price !== null && { price: paywall.price }),
      }
    : undefined;

function checkEdit(post: Post, edit: PostEdit) {
  if (isContinuation(post) && edit.privacy !== undefined && edit.privacy !== post.privacy)
    throw invalid('privacy', msg('A thread has one audience, which is that of its first post'));
  return checkPost({
    kind: post.kind,
    title: edit.title ?? post.title,
    pageId: post.page?.id,
    // A post stays in its group, whatever audience the form sends.
    groupId: post.group?.id,
    quoteId: post.quoteId ?? undefined,
    warning: edit.warning ?? post.warning,
    text: edit.text,
    privacy: edit.privacy ?? post.privacy,
    paywall: edit.paywall === undefined ? formerPaywall(post) : (edit.paywall ?? undefined),
    photos: post.photos.map(({ id, path, alt }) => ({ path, alt: edit.alts.get(id) ?? alt })),
    attachments: post.attachments.map(({ path }) => ({ path, field: 'file' })),
    ...(post.video && { video: { path: post.video.path, alt: edit.videoAlt ?? post.video.alt } }),
  });
}

interface Change {
  post: Post;
  edit: PostEdit;
  checked: ReturnType<typeof checkEdit>;
  paywall: NewPaywall | undefined;
  heldAt: Date | null;
}

/** Stores only the given fields. */
async function store(
  app: App,
  author: Viewer,
  { post, edit, checked, paywall, heldAt }: Change,
): Promise<void> {
  const { id } = post;
  const { title, privacy, warning, photos, video } = checked;
  const isChanged = checked.text !== post.text || title !== post.title;
  const text = paywall ? paywall.teaser : checked.text;
  const tokens = distinctTokens(text, post.kind);
  refuseManyHashtags(tokens);
  if (isWider(privacy, post.privacy) || paywall || post.paywall) await purgeRevisions(app, id);
  else if (isChanged) await saveRevision(app, author, post);
  await app.db
    .updateTable('social.post')
    .set({
      text,
      link: linksIn(tokens)[0] ?? null,
      ...(edit.title !== undefined && { title }),
      ...(privacy !== post.privacy && { privacy }),
      ...(edit.warning !== undefined && { warning }),
      ...(isChanged && { edited_at: app.clock.now() }),
      ...(heldAt && { held_at: heldAt }),
    })
    .where('id', '=', id)
    .execute();
  // A thread of posts has one audience.
  if (privacy !== post.privacy && post.kind === 'post' && post.parentId === null)
    await app.db
      .updateTable('social.post')
      .set({ privacy })
      .where('parent_id', '=', id)
      .where('kind', '=', 'post')
      .execute();
  await saveHashtags(app, id, tokens);
  await saveMentions(app, author.id, { post_id: id, comment_id: null }, tokens);
  if (heldAt && !post.heldAt) await countPost(app, id, -1);
  if (!heldAt && !post.heldAt) await notifyMentioned(app, author.id, { postId: id });
  for (const [index, photo] of post.photos.entries())
    if (edit.alts.has(photo.id))
      await app.db
        .updateTable('social.photo')
        .set({ alt: photos[index]?.alt ?? '' })
        .where('id', '=', photo.id)
        .execute();
  if (video && edit.videoAlt !== undefined)
    await app.db
      .updateTable('social.video')
      .set({ alt: video.alt ?? '' })
      .where('post_id', '=', id)
      .execute();
  await requestPreview(app, id);
}

/** In descending order of audience size. */
const audiences: readonly Privacy[] = ['public', 'friends', 'me'];
const isWider = (now: Privacy, before: Privacy) => audiences.indexOf(now) < audiences.indexOf(before);

/** Deletes former versions of a post and its thread, which were written for a smaller audience. */
async function purgeRevisions({ db }: App, id: string): Promise<void> {
  const thread = db
    .selectFrom('social.post')
    .where((eb) => eb.or([eb('id', '=', id), eb.and({ parent_id: id, kind: 'post' })]))
    .select('id');
  await db.deleteFrom('social.post_revision').where('post_id', 'in', thread).execute();
}

/**
 * Stores the former text as a revision. Held text was never shown and stays out of the history after
 * approval.
 */
async function saveRevision(app: App, editor: Viewer, { id, title, text, heldAt }: Post): Promise<void> {
  if (heldAt) return;
  await app.db
    .insertInto('social.post_revision')
    .values({ post_id: id, title, text, editor_id: editor.id, at: app.clock.now() })
    .execute();
}

/**
 * Whether the viewer can edit or delete a post. The author can do both. Moderators, and moderators of its
 * forum or group, can delete. Posts of a page can be edited only by its team.
 */
export async function mayManagePost(
  app: App,
  viewer: Viewer,
  { id, kind, author, page, group }: Pick<PostHeader, 'id' | 'kind' | 'author' | 'page' | 'group'>,
  act: 'edit' | 'delete',
): Promise<boolean> {
  if (page && mayWrite(page)) return true;
  if (author.id === viewer.id && (!page || act === 'delete')) return true;
  if (act === 'edit') return false;
  if (group && mayModerateGroup(group)) return true;
  if (may(viewer, 'moderate')) {
    await refuseAbove(app, viewer, author.id);
    return true;
  }
  return (kind === 'thread' || kind === 'reply') && mayModeratePost(app, viewer, id);
}

/** Removes the link preview of the author's post. The link stays. */
export const removePreview = verb(
  { name: 'posts.remove-preview', who: 'member' },
  async (app, author: Viewer, id: string) => {
    const post = await getPostHeader(app, author, id);
    if (post.author.id !== author.id)
      throw new Problem('forbidden', msg('Only the author can remove the preview'));
    await app.db
      .updateTable('social.post')
      .set({ preview_off_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
  },
);
