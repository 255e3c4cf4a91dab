import { t } from '../../../web/translation/translate.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import { badge } from '../../../web/components/badge.ts';
import { icon } from '../../../web/components/icon.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { notice } from '../../../web/components/notice.ts';
import { post as postArticle } from '../../../web/components/post.ts';
import { buttonForm } from '../../../web/form.ts';
import { attributes, type Fragment, html, type Html } from '../../../web/html.ts';
import { shortNumber } from '../../../web/short-number.ts';
import { commentsLink } from '../../comments/components.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
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
    ...(post.heldAt && { notice: heldNotice() }),
    body: renderPost({ ...post, text: splitTags(post.text).text }),
    media: below && html`<div class="voted-below">${below}</div>`,
    menu: postActs(post, { viewer, base }),
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

/** The menu of actions for readers, the author and moderators. */
function postActs(post: Post, { viewer, base }: CardContext): Html {
  const { id, kind, author } = post;
  const isMine = viewer?.id === author.id;
  const mayDelete = isMine || may(viewer, 'moderate');
  return menu({
    label: t(
      '{kind, select, question {More actions for the question by {name}} other {More actions for the answer by {name}}}',
      {
        kind,
        name: author.name,
      },
    ),
    items: html`<button class="menu-item needs-script" type="button" data-copy="${base}${pathOf(post)}">
        ${icon('link')}<span>Copy link</span>
      </button>
      ${menuLink({ label: t('{kind, select, question {Open the question} other {Open the answer}}', { kind }), href: pathOf(post), icon: 'arrow-up-right' })}
      ${
        !post.heldAt &&
        menuLink({
          label: t('Share'),
          href: viewer ? `/posts/${id}/share` : `/signin?next=/posts/${id}/share`,
          icon: 'repeat-2',
          frame: '_top',
        })
      }
      ${post.editedAt && menuLink({ label: t('Edit history'), href: `/posts/${id}/history`, icon: 'history' })}
      ${
        viewer &&
        menuButton({
          label: post.isSaved ? t('Unsave') : t('Save'),
          to: `/posts/${id}/save`,
          fields: { do: post.isSaved ? 'unsave' : 'save' },
          icon: 'bookmark',
        })
      }
      ${isMine && menuLink({ label: t('Edit'), href: `/questions/edit/${id}`, icon: 'pencil' })}
      ${viewer && !isMine && menuLink({ label: t('Report'), href: `/report?handle=${kind}&id=${id}`, icon: 'flag', frame: '_top' })}
      ${mayDelete && menuLine}
      ${
        mayDelete &&
        menuButton({
          label: t('Delete'),
          to: `/posts/${id}/delete`,
          icon: 'trash-2',
          danger: true,
          frame: `post-frame-${id}`,
          ...(!isMine && {
            confirm: t(
              '{kind, select, question {Delete this question by {name}?} other {Delete this answer by {name}?}}',
              { kind, name: author.name },
            ),
          }),
        })
      }`,
  });
}

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
