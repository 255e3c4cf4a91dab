import { linkButton } from '../../../platform/html/components/button.ts';
import { card } from '../../../platform/html/components/card.ts';
import { emptyState } from '../../../platform/html/components/empty-state.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { stack } from '../../../platform/html/components/person-row.ts';
import { relativeTime } from '../../../platform/html/components/time.ts';
import { buttonForm } from '../../../platform/html/form.ts';
import { html, type Html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';
import type { Draft } from '../../drafts/draft.ts';
import { toContent } from '../article.ts';

/** The articles that one has not finished. */
export const draftsView = (drafts: readonly Draft[]): View => ({
  title: 'Drafts of articles',
  section: 'articles',
  body: html`${pageHeader({
    title: 'Drafts of articles',
    actions: linkButton({
      label: 'Write an article',
      href: '/articles/new',
      icon: 'square-pen',
      kind: 'primary',
    }),
  })}
  ${
    drafts.length === 0
      ? card({
          body: emptyState({
            illustration: 'quiet',
            title: 'No drafts',
            text: 'What you begin to write is kept here until you publish it.',
          }),
        })
      : card({ flush: true, body: stack(drafts.map(draftRow), 'Drafts') })
  }`,
});

function draftRow({ id, postId, content, updatedAt, problem }: Draft): Html {
  const title = toContent(content).title.trim() || 'Without a title';
  return html`<div class="draft-row">
    <div>
      <p>
        <a class="link" href="${postId === null ? `/articles/new?draft=${id}` : `/articles/${postId}/edit`}"
          >${title}</a
        >
      </p>
      <p class="field-hint">
        ${postId !== null && 'A change to a published article · '}${relativeTime(updatedAt)}${problem && ` · ${problem}`}
      </p>
    </div>
    ${buttonForm({
      to: `/articles/drafts/${id}/delete`,
      label: 'Throw away',
      icon: 'trash-2',
      small: true,
      kind: 'plain',
      confirm: 'Throw this draft away?',
      data: { 'aria-label': `Throw away ${title}` },
    })}
  </div>`;
}
