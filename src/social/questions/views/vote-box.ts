import { t } from '../../../kernel/translation/translate.ts';
import { icon } from '../../../web/components/icon.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Post } from '../../posts/post.ts';
import type { Vote } from '../question.ts';
import { shortNumber } from '../../../web/short-number.ts';

/** The score of a post with vote buttons, which toggle the viewer's vote. */
export function voteBox(post: Post, vote: Vote, viewer: Viewer | undefined): Html {
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
