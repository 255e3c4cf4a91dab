import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { notice } from '../../../web/components/notice.ts';
import { post as postArticle } from '../../../web/components/post.ts';
import { buttonForm } from '../../../web/form.ts';
import { attributes, html, type Fragment, type Html } from '../../../web/html.ts';
import { commentsLink } from '../../comments/components.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import { renderPost } from '../../posts/texts.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
import { pathOfList } from '../paths.ts';
import type { Answer, Question, Vote } from '../question.ts';
import { splitTags } from '../tags.ts';
import { postActs } from './post-acts.ts';
import { tagList } from './tag-list.ts';
import { voteBox } from './vote-box.ts';

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
