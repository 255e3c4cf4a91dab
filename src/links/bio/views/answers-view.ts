import { t } from '../../../kernel/translation/translate.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Answer } from '../forms/answers.ts';
import type { BuilderState } from '../blocks/builder-state.ts';
import { bioPath, builderFrame } from './builder-frame.ts';

interface AnswersPage extends BuilderState {
  now: Date;
  answers: readonly Answer[];
  /** URL of the next page with older submissions. Undefined: there are none. */
  older: string | undefined;
}

/** The form submissions of a page. */
export function answersView(page: AnswersPage): View {
  const { answers, now, older } = page;
  const path = `${bioPath(page)}/answers`;
  return builderFrame(page, {
    tab: 'answers',
    withPreview: false,
    body: html`${
      answers.length > 0 &&
      html`<div class="toolbar">
        <h2>Submissions</h2>
        ${linkButton({ label: t('Download as CSV'), href: `${path}.csv`, icon: 'download', data: { 'data-turbo': 'false' } })}
      </div>`
    }
    ${card({
      flush: true,
      body: table({
        caption: t('Submissions'),
        rows: answers,
        rowId: ({ id }) => `answer-${id}`,
        columns: [
          {
            label: t('From'),
            main: true,
            cell: ({ name, email }) =>
              html`<div class="link-cell">
                <p>${name || email}</p>
                ${name && html`<p class="link-cell-about">${email}</p>`}
              </div>`,
          },
          { label: t('Form'), cell: ({ form }) => form },
          {
            label: t('Message'),
            cell: ({ message }) => html`<span class="bio-message">${message || '–'}</span>`,
          },
          { label: t('Sent'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
          {
            label: t('Delete'),
            hideLabel: true,
            align: 'end',
            cell: ({ id, email }) =>
              html`<form
                class="button-form"
                action="${path}/${id}/delete"
                method="post"
                data-turbo-confirm="Delete the submission of ${email}? This cannot be undone."
              >
                ${button({ label: t('Delete'), icon: 'trash-2', small: true })}
              </form>`,
          },
        ],
        empty: emptyState({
          illustration: 'links',
          title: t('No submissions yet'),
          text: t('Add a form block to the page. Submissions will appear here.'),
          action: linkButton({
            label: t('Add a form'),
            href: `${bioPath(page)}/blocks/new?kind=form`,
            icon: 'mail',
          }),
        }),
      }),
    })}
    ${olderNewer({ older: older ?? false })}`,
  });
}
