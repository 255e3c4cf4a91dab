import { formatPercent, t } from '../../../web/translation/translate.ts';
import { button, icon } from '../../../web/components/controls.ts';
import { relativeTime } from '../../../web/components/surfaces.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { Poll, PollOption } from './poll.ts';

/** A poll with its form or results, in its own frame so that voting happens in place. */
export function pollView(postId: string, poll: Poll, mayVote: boolean): Html {
  const isOpen = mayVote && !poll.hasEnded;
  const isChanging = isOpen && poll.mine.length > 0 && poll.isChangeable;
  return html`<turbo-frame class="poll" id="poll-${postId}">
    ${poll.showsResults ? results(poll) : isOpen ? form(postId, poll) : choices(poll)}
    ${
      isOpen &&
      poll.showsResults &&
      poll.mine.length === 0 &&
      html`<details class="poll-change">
        <summary>Vote</summary>
        ${form(postId, poll)}
      </details>`
    }
    ${
      isChanging &&
      html`<details class="poll-change">
        <summary>Change your vote</summary>
        ${form(postId, poll)}
      </details>`
    }
    <p class="poll-facts">
      ${t('{voters, plural, one {# person has voted} other {# people have voted}}', { voters: poll.voters })}
      · ${poll.hasEnded ? html`ended ${relativeTime(poll.endsAt)}` : html`ends ${relativeTime(poll.endsAt)}`}
      ${!poll.hasEnded && !poll.isChangeable && t(' · votes are final')}
    </p>
  </turbo-frame>`;
}

function form(postId: string, poll: Poll): Html {
  const type = poll.isMultiple ? 'checkbox' : 'radio';
  return html`<form action="/posts/${postId}/vote" method="post">
    <fieldset class="choices">
      <legend class="visually-hidden">${poll.isMultiple ? t('Choose any number') : t('Choose one')}</legend>
      ${poll.options.map(
        ({ position, text }) =>
          html`<label class="poll-choice"
            ><input
              class="${type}"
              ${attributes({ type, name: 'options', value: position, checked: poll.mine.includes(position) })}
            /><span dir="auto">${text}</span></label
          >`,
      )}
    </fieldset>
    ${button({ label: t('Vote'), small: true, busyLabel: t('Sending') })}
  </form>`;
}

const choices = ({ options }: Poll): Html =>
  html`<ul class="poll-results">
    ${options.map(({ text }) => html`<li><span dir="auto">${text}</span></li>`)}
  </ul>`;

function results({ options, voters, mine }: Poll): Html {
  const max = Math.max(...options.map(({ votes }) => votes));
  const row = ({ position, text, votes }: PollOption) => {
    const share = voters > 0 ? Math.round((votes / voters) * 100) : 0;
    return html`<li ${attributes({ 'data-most': votes === max && votes > 0 })}>
      <svg width="100%" height="100%" aria-hidden="true"><rect width="${share}%" height="100%" rx="6" /></svg>
      <span dir="auto">${text}</span>
      ${mine.includes(position) && icon('check', t('Your choice'))}
      <span class="poll-share" title="${t('{votes, plural, one {# vote} other {# votes}}', { votes })}"
        >${formatPercent(share / 100)}</span
      >
    </li>`;
  };
  return html`<ol class="poll-results">
    ${options.map(row)}
  </ol>`;
}
