import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { icon } from '../../../web/components/icon.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { pathOf } from '../../posts/paths.ts';
import { excerptOf } from '../../posts/texts.ts';
import { pathOfList } from '../paths.ts';
import type { Question } from '../question.ts';
import { splitTags } from '../tags.ts';
import { tagList } from './tag-list.ts';
import { shortNumber } from '../../../web/short-number.ts';

/** A question in a list with its counts and an excerpt. */
export function questionCard(question: Question): Html {
  const { post, tags, solvedAt, category } = question;
  const excerpt = excerptOf({ ...post, text: splitTags(post.text).text }, 180);
  return html`<article class="question-card" aria-labelledby="question-${post.id}">
    <div class="question-counts">
      <p>
        <b>${shortNumber(post.score)}</b>
        ${t('{count, plural, one {vote} other {votes}}', { count: post.score })}
      </p>
      <p ${attributes({ 'data-state': solvedAt ? 'solved' : post.replies > 0 ? 'answered' : undefined })}>
        ${solvedAt && icon('check', 'Solved:')}<b>${shortNumber(post.replies)}</b>
        ${t('{count, plural, one {answer} other {answers}}', { count: post.replies })}
      </p>
    </div>
    <div class="question-text">
      <h2 id="question-${post.id}"><a href="${pathOf(post)}">${post.title}</a></h2>
      ${excerpt && html`<p class="question-excerpt" dir="auto">${excerpt}</p>`}
      ${tagList(tags, (tag) => pathOfList({ tag }))}
      <p class="question-by">
        ${post.heldAt && badge(t('Waiting for review'), 'warning')}
        ${post.lockedAt && badge(question.duplicateOf ? t('Duplicate') : t('Closed'), 'neutral', 'lock')}
        ${category && html`<a href="${pathOfList({ category: category.id })}">${category.name}</a> · `}<a
          href="/@${post.author.username}"
          >${post.author.name}</a
        >
        asked ${relativeTime(post.createdAt)}
      </p>
    </div>
  </article>`;
}

/** A compact list of question titles. */
export const questionTitles = (questions: readonly Question[], frame?: string): Html =>
  html`<ul class="question-titles">
    ${questions.map(
      ({ post, solvedAt }) =>
        html`<li>
          <a ${attributes({ href: pathOf(post), 'data-turbo-frame': frame })}>${post.title}</a>
          <span
            >${solvedAt ? t('Solved, ') : ''}${shortNumber(post.replies)}
            ${t('{count, plural, one {answer} other {answers}}', { count: post.replies })}</span
          >
        </li>`,
    )}
  </ul>`;
