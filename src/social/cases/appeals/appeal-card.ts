import { asLabel, t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { button } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { personRow } from '../../../web/components/person-row.ts';
import { textArea } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { bind, errorSummary, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { longestMessage } from '../settle-case.ts';
import { nounOf, outcomeOf } from '../case-words.ts';
import type { WaitingAppeal } from './list-appeals.ts';

/** An appeal as moderators see it: the content, the decision and its reason, and the author's statement. */
export function appealCard(
  appeal: WaitingAppeal,
  { viewer, state: whole }: { viewer: Viewer | undefined; state: FormState },
): Html {
  const state = whole.values?.appeal === appeal.id ? whole : {};
  const { id, author, title, original, decision, message, category, decidedBy } = appeal;
  const isOwn = decidedBy !== null && decidedBy.id === viewer?.id;
  return card({
    id: `appeal-${id}`,
    title: t('Appeal by {name}', { name: author.name }),
    lead: html`${badge(asLabel(nounOf(appeal)))} ${category && badge(category, 'warning')}
      <bdi>${decidedBy ? `@${decidedBy.username}` : t('A moderator')}</bdi> · ${outcomeOf(decision)}
      ${relativeTime(appeal.decidedAt)}`,
    body: html`${personRow({ person: author, href: `/@${author.username}`, detail: html`appealed ${relativeTime(appeal.at)}` })}
      ${title !== '' && html`<p><strong>${title}</strong></p>`}
      ${original !== '' && html`<blockquote class="said">${original}</blockquote>`}
      <dl class="appeal-words">
        ${
          message !== '' &&
          html`<dt>Message to the author</dt>
            <dd>${message}</dd>`
        }
        <dt>Reason for the appeal</dt>
        <dd>${appeal.text}</dd>
      </dl>
      ${isOwn && html`<p class="case-when">You made this decision. A different moderator should review it if possible.</p>`}
      <form class="form" action="/moderation/appeals/${id}" method="post">
        ${errorSummary({ ...state, errors: {} })}
        ${textArea({
          ...bind(state)('answer'),
          id: `answer-${id}`,
          label: t('Message to the author'),
          rows: 2,
          maxlength: longestMessage,
        })}
        <div class="button-row">
          ${button({ label: t('Grant and reverse'), icon: 'check', small: true, name: 'outcome', value: 'granted' })}
          ${button({ label: t('Decline'), icon: 'x', small: true, name: 'outcome', value: 'declined' })}
        </div>
      </form>`,
  });
}
