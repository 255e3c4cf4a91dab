import { textDirection } from '../../../kernel/text.ts';
import { t } from '../../../web/translation/translate.ts';
import type { Viewer } from '../../../platform/app.ts';
import { badge, notice } from '../../../web/components/surfaces.ts';
import { icon } from '../../../web/components/controls.ts';
import { post as postArticle } from '../../../web/components/post.ts';
import { buttonForm } from '../../../web/form.ts';
import { attributes, type Fragment, html, type Html, shortNumber } from '../../../web/html.ts';
import { commentsLink } from '../../comments/components.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
import { postMenu } from '../../posts/components/post-menu.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import { renderPost } from '../../posts/texts.ts';
import { type Answer, pathOfList, type Question, splitTags, type Vote } from '../question.ts';
import { tagList } from './question-list.ts';

/** The post of a question with its votes. */
export const questionPost = ({ post, vote, tags }: Question, context: CardContext): Html =>
  votedPost(post, vote, context, { below: tagList(tags, (tag) => pathOfList({ tag })) });

/** An answer, which the asker can accept. */
export function answerCard(
  { post, vote, isAccepted }: Answer,
  question: Question,
  context: CardContext,
): Html {
  const isAsker = context.viewer?.id === question.post.author.id;
  return votedPost(post, vote, context, {
    isAccepted,
    below: html`${isAccepted && badge(t('Accepted answer'), 'success', 'check')}
    ${
      isAsker &&
      !post.heldAt &&
      buttonForm({
        to: `/questions/accept/${post.id}`,
        label: isAccepted ? t('Revoke') : t('Accept this answer'),
        icon: isAccepted ? 'x' : 'check',
        small: true,
        fields: { do: isAccepted ? 'unaccept' : 'accept' },
      })
    }`,
  });
}

function votedPost(
  post: Post,
  vote: Vote,
  { viewer, base }: CardContext,
  { below, isAccepted }: { below: Fragment; isAccepted?: boolean },
): Html {
  const article = postArticle({
    id: `post-${post.id}`,
    author: post.author,
    authorHref: `/@${post.author.username}`,
    href: pathOf(post),
    at: post.createdAt,
    edited: post.editedAt !== null,
    privacy: post.privacy,
    filteredBy: post.filteredBy,
    ...(post.heldAt && { notice: heldNotice() }),
    body: renderPost({ ...post, text: splitTags(post.text).text }),
    direction: textDirection(post.text),
    media: below && html`<div class="voted-below">${below}</div>`,
    menu: postMenu(post, { viewer, base }),
    actions: commentsLink(post),
    alone: true,
  });
  return html`<turbo-frame id="post-frame-${post.id}" target="_top">
    <div class="voted" ${attributes({ 'data-accepted': isAccepted })}>
      ${voteBox(post, vote, viewer)} ${article}
    </div>
  </turbo-frame>`;
}

const heldNotice = () =>
  notice({
    tone: 'warning',
    body: html`<p>Waiting for review. Only visible to you and moderators.</p>`,
  });

/** The score of a post with vote buttons, which toggle the viewer's vote. */
function voteBox(post: Post, vote: Vote, viewer: Viewer | undefined): Html {
  return html`<turbo-frame class="votes" id="votes-${post.id}">
    ${voteButton(post, vote, 1, viewer)}
    <p class="votes-score">
      <span aria-hidden="true">${shortNumber(post.score)}</span
      ><span class="visually-hidden"
        >${t('{count, plural, one {# vote} other {# votes}}', { count: post.score })}</span
      >
    </p>
    ${voteButton(post, vote, -1, viewer)}
  </turbo-frame>`;
}

function voteButton({ id, author, kind }: Post, vote: Vote, value: 1 | -1, viewer: Viewer | undefined): Html {
  const image = icon(value === 1 ? 'chevron-up' : 'chevron-down');
  const label =
    value === 1
      ? t('{kind, select, question {This question is useful} other {This answer is useful}}', { kind })
      : t('{kind, select, question {This question is not useful} other {This answer is not useful}}', {
          kind,
        });
  const content = html`${image}<span class="visually-hidden">${label}</span>`;
  if (!viewer)
    return html`<a
      class="icon-button small"
      href="/signin?next=/posts/${id}"
      title="Sign in to vote"
      data-turbo-frame="_top"
      >${content}</a
    >`;
  if (viewer.id === author.id) return html`<span class="icon-button small" data-off>${image}</span>`;
  return html`<form action="/questions/vote/${id}" method="post">
    <button
      class="icon-button small"
      ${attributes({
        type: 'submit',
        name: 'vote',
        value: vote === value ? 'none' : value === 1 ? 'up' : 'down',
        title: label,
        'aria-pressed': String(vote === value),
      })}
    >
      ${content}
    </button>
  </form>`;
}
