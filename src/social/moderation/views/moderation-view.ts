import { badge } from '../../../platform/html/components/badge.ts';
import { card } from '../../../platform/html/components/card.ts';
import { radioGroup } from '../../../platform/html/components/choice-field.ts';
import { emptyState } from '../../../platform/html/components/empty-state.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { stack } from '../../../platform/html/components/person-row.ts';
import { comment as commentArticle } from '../../../platform/html/components/post.ts';
import { textField } from '../../../platform/html/components/text-field.ts';
import { buttonForm, form, type FormState } from '../../../platform/html/form.ts';
import { html, type Html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';
import type { Post } from '../../posts/post.ts';
import { renderText } from '../../posts/text/render-text.ts';
import { postCard, type CardContext } from '../../posts/views/post-card.ts';
import type { Reported } from '../../reports/report.ts';
import { reportedCard } from '../../reports/views/reported-card.ts';
import type { BlockedWord } from '../block-word.ts';
import type { HeldComment } from '../list-held.ts';
import type { Decision } from '../settle.ts';

export interface ModerationOptions extends CardContext {
  reported: readonly Reported[];
  posts: readonly Post[];
  comments: readonly HeldComment[];
  words: readonly BlockedWord[];
  state: FormState;
}

/** What waits for a moderator, and the words that make texts wait. */
export function moderationView(options: ModerationOptions): View {
  const { reported, comments, words, state } = options;
  // What is both is shown once, with why it was reported.
  const posts = options.posts.filter(({ id }) => reported.every(({ post }) => post?.id !== id));
  return {
    title: 'Moderation',
    section: 'moderation',
    body: html`${pageHeader({ title: 'Moderation', lead: 'What people reported, and what was kept back until somebody has looked.' })}
    ${reported.length + posts.length + comments.length === 0 && nothingWaits}
    ${reported.length > 0 && reportedCard(reported, options)}
    ${
      posts.length > 0 &&
      card({
        title: 'Posts',
        flush: true,
        body: stack(
          posts.map((post) => heldPost(post, options)),
          'Held posts',
        ),
      })
    }
    ${comments.length > 0 && card({ title: 'Comments', flush: true, body: stack(comments.map(heldComment), 'Held comments') })}
    ${wordsCard(words, state)}`,
  };
}

const nothingWaits = card({
  body: emptyState({
    illustration: 'quiet',
    title: 'Nothing waits',
    text: 'Whatever is reported or kept back will stand here.',
  }),
});

const heldPost = (post: Post, context: CardContext): Html =>
  html`${postCard(post, context)}
    <div class="held-actions">${decisions('post', post.id)}</div>`;

const heldComment = ({ id, author, text, createdAt }: HeldComment): Html =>
  html`<div class="held-comment">
      ${commentArticle({
        id: `comment-${id}`,
        author,
        authorHref: `/@${author.username}`,
        at: createdAt,
        body: renderText(text, new Map()),
      })}
    </div>
    <div class="held-actions">${decisions('comment', id)}</div>`;

function decisions(subject: Decision['subject'], id: string): Html {
  const to = '/moderation/settle';
  return html`${buttonForm({ to, label: 'Let through', icon: 'check', small: true, fields: { subject, id, decision: 'release' } })}
  ${buttonForm({ to, label: 'Take away', icon: 'trash-2', small: true, fields: { subject, id, decision: 'remove' } })}`;
}

function wordsCard(words: readonly BlockedWord[], state: FormState): Html {
  return card({
    title: 'Words',
    lead: 'A text with one of these waits here, or is not taken at all.',
    body: html`${
      words.length > 0 &&
      html`<ul class="words">
        ${words.map(wordRow)}
      </ul>`
    }
    ${form({
      action: '/moderation/words',
      submit: 'Add to the list',
      submitKind: 'quiet',
      state,
      body: html`${textField({ name: 'word', label: 'Word', value: state.values?.word, error: state.errors?.word, maxlength: 60 })}
      ${radioGroup({
        name: 'outcome',
        label: 'What happens to a text with it',
        value: state.values?.outcome ?? 'hold',
        inline: true,
        choices: [
          { value: 'hold', label: 'It waits' },
          { value: 'refuse', label: 'It is refused' },
        ],
      })}`,
    })}`,
  });
}

const wordRow = ({ word, outcome }: BlockedWord): Html =>
  html`<li>
    <span>${word}</span>
    ${badge(outcome === 'hold' ? 'waits' : 'refused', outcome === 'hold' ? 'neutral' : 'danger')}
    ${buttonForm({ to: '/moderation/words/remove', label: 'Remove', small: true, kind: 'plain', fields: { word }, data: { 'aria-label': `Remove ${word}` } })}
  </li>`;
