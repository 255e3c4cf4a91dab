import { formatNumber, t } from '../../web/translation/translate.ts';
import { card, pageHeader } from '../../web/components/surfaces.ts';
import { composer } from '../../web/components/fields/composer.ts';
import { linkButton } from '../../web/components/controls.ts';
import { menuList } from '../../web/components/navigation/row-menu.ts';
import { form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import type { Viewer } from '../../platform/app.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import { maxTextLength } from '../text/plain.ts';
import { excerptOf } from '../posts/texts.ts';
import type { CommentConversation } from './reading.ts';
import { commentSection, type CommentSectionOptions, headingOf } from './components.ts';
import { textArea } from '../../web/components/fields/text-field.ts';
import type { Comment } from './comment.ts';
import {
  commentActs,
  commentEntries,
  commentThread,
  commentRow,
  frameOf,
  type CommentRowContext,
  nextReplies,
} from './thread-list.ts';

const longestExcerpt = 120;

/** Only the page of the post itself is indexed by search engines, not the comment pages. */
const unlisted = html`<meta name="robots" content="noindex" />`;

/** Link back to the post. */
const about = (post: Post): Html =>
  html`On
    <a class="link" href="${pathOf(post)}"
      >${post.title || post.warning || excerptOf(post, longestExcerpt) || t('a post by {name}', { name: post.author.name })}</a
    >
    by ${post.author.name}`;

/** All comments on a post, paginated. */
export function commentsView(options: CommentSectionOptions & { base: string }): View {
  const { post, base } = options;
  return {
    title: headingOf(post.comments),
    section: 'home',
    canonical: `${base}${pathOf(post)}`,
    head: unlisted,
    body: html`${pageHeader({ title: t('Comments'), lead: about(post) })} ${commentSection(options)}`,
  };
}

/** A thread, starting near a linked comment. */
export function commentThreadView(
  conversation: CommentConversation,
  context: CommentRowContext,
  { after, base }: { after?: string | undefined; base: string },
): View {
  const { post } = context;
  const { top, hasEarlier } = conversation;
  return {
    title: t('Conversation'),
    section: 'home',
    canonical: `${base}${pathOf(post)}`,
    head: unlisted,
    body: html`${pageHeader({ title: t('Conversation'), lead: about(post) })}
      <turbo-frame id="${frameOf(post)}" target="_top">
        ${card({
          body: html`${
            (hasEarlier || after !== undefined) &&
            html`<p><a class="link" href="/comments/${top.id}">View from the start</a></p>`
          }
          ${after === undefined ? commentThread(conversation, context) : nextReplies(conversation, after, context)}`,
          footer: linkButton({
            label:
              post.comments > 1
                ? t('All {comments} comments', { comments: formatNumber(post.comments) })
                : t('View post'),
            href: `${pathOf(post).replace(/#.*/, '')}#${frameOf(post)}`,
            small: true,
          }),
        })}
      </turbo-frame>`,
  };
}

/** The page to reply to a comment. With scripts, only its form is loaded, below the comment. */
export function replyView(
  comment: Comment,
  context: CommentRowContext & { viewer: Viewer },
  state?: FormState,
): View {
  const { id, author } = comment;
  return {
    title: t('Reply to {name}', { name: author.name }),
    section: 'home',
    head: unlisted,
    body: html`${pageHeader({ title: t('Reply to {name}', { name: author.name }), lead: about(context.post) })}
    ${card({
      body: html`${commentRow(comment, { ...context, isClosed: true })}
        <turbo-frame class="comment-answer" id="reply-${id}" target="_top">
          ${composer({
            action: `/comments/${id}/reply`,
            viewer: context.viewer,
            placeholder: t('Reply to {name}', { name: author.name }),
            submit: t('Reply'),
            maxlength: maxTextLength,
            small: true,
            id: `answer-${id}`,
            frame: `reply-${id}`,
            more: html`<a class="link" href="/comments/${id}#comment-${id}" data-turbo-frame="reply-${id}"
              >Cancel</a
            >`,
            ...(state && { state }),
          })}
        </turbo-frame>`,
    })}`,
  };
}

/** The menu of a comment as a page, for readers without scripts. */
export function commentMenuView(comment: Comment, context: Parameters<typeof commentActs>[1]): View {
  const menu = commentActs(comment, context);
  return {
    title: menu.label,
    section: 'home',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({
      title: menu.label,
      lead: html`<a class="link" href="/comments/${comment.id}#comment-${comment.id}"
        >Back to the comment</a
      >`,
    })}
    ${menuList(commentEntries(), menu)}`,
  };
}

export const editCommentView = ({ id }: Comment, state: FormState): View => ({
  title: t('Edit comment'),
  section: 'home',
  body: html`${pageHeader({ title: t('Edit comment') })}
  ${card({
    body: form({
      action: `/comments/${id}/edit`,
      submit: t('Save'),
      cancel: { label: t('Cancel'), href: `/comments/${id}#comment-${id}` },
      state,
      body: textArea({
        name: 'text',
        label: t('Comment'),
        mentions: true,
        maxlength: maxTextLength,
        rows: 4,
        value: state.values?.text,
        error: state.errors?.text,
      }),
    }),
  })}`,
});
