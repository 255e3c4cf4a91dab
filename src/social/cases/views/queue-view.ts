import { asLabel, t } from '../../../web/translation/translate.ts';
import type { Viewer } from '../../../platform/app.ts';
import { badge, card, emptyState, notice, relativeTime } from '../../../web/components/surfaces.ts';
import { button, linkButton, icon } from '../../../web/components/controls.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { textArea } from '../../../web/components/fields/text-field.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { personRow } from '../../../web/components/people.ts';
import { bind, buttonForm, errorSummary, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import type { CaseDecision } from '../../moderation/case.ts';
import type { WaitingAppeal } from '../appeals.ts';
import type { CaseFilter, PageOfCases } from '../reading.ts';
import { longestDecisionMessage } from '../settle-case.ts';
import { type AssignmentContext, assigneeLine, assignForm } from './assignment-view.ts';
import { type CaseContext, caseView, nounOf, decisionText } from './case-view.ts';
import { moderationPage } from './numbers-view.ts';

export type QueueFilter = Omit<CaseFilter, 'show'> & { show?: CaseFilter['show'] | 'appeals' };

interface QueueOptions extends CaseContext, PageOfCases {
  appeals: readonly WaitingAppeal[];
  filter: QueueFilter;
  rules: readonly string[];
  /** Cases decided just now, whose decisions can be undone. */
  done: readonly string[];
}

/** The moderation queue: held content, reported content and open appeals. */
export function queueView(options: QueueOptions): View {
  const { appeals, items: cases, next, filter, done } = options;
  const isEmpty = appeals.length + cases.length === 0;
  return moderationPage(
    t('Moderation'),
    '/moderation',
    t('Reports, held content and appeals.'),
    html`${done.length > 0 && undoNotice(done)} ${isGone(options) && errorSummary(options.state)}
    ${filter.case === undefined ? filters(options) : linkButton({ label: t('Show all'), href: '/moderation' })}
    ${isEmpty && nothingWaits(queueAddress({ ...filter, order: undefined, after: undefined }) !== '/moderation')}
    ${appeals.length > 0 && html`<h2 class="section-title">Appeals</h2>`}
    ${appeals.map((appeal) => appealCard(appeal, options))}
    ${
      cases.length > 0 &&
      html`<section aria-label="Pending" data-controller="selection queue">
        ${bulkBar(options)} ${cases.map((one) => caseView(one, options))}
      </section>`
    }
    ${next !== undefined && html`<p>${linkButton({ label: t('Next page'), href: queueAddress({ ...filter, after: next }) })}</p>`}`,
  );
}

/** Whether the case of a rejected decision is no longer in the list, as when someone else decided it. */
const isGone = ({ state: { values = {} }, items, appeals }: QueueOptions): boolean =>
  !items.some(({ id }) => id === values.case) &&
  !appeals.some(({ id, caseId }) => id === values.appeal || caseId === values.case);

/** The URL of the list with a filter. */
export function queueAddress(filter: Readonly<Record<string, string | undefined>> | QueueFilter): string {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return query.size === 0 ? '/moderation' : `/moderation?${query}`;
}

const nothingWaits = (isFiltered: boolean) =>
  card({
    body: emptyState({
      illustration: 'quiet',
      ...(isFiltered
        ? {
            title: t('No matching content'),
            text: t('Nothing that waits matches the filter.'),
            action: linkButton({ label: t('Show all'), href: '/moderation' }),
          }
        : { title: t('All caught up'), text: t('Reported and held content will appear here.') }),
    }),
  });

const undoNotice = (done: readonly string[]): Html =>
  notice({
    tone: 'success',
    body: html`<p>
        ${t('{count, plural, one {# case resolved.} other {# cases resolved.}}', { count: done.length })}
      </p>
      ${buttonForm({ to: '/moderation/undo', label: t('Undo'), icon: 'undo-2', small: true, fields: { case: done.join('.') } })}`,
  });

function filters({ filter, rules, categories }: QueueOptions): Html {
  const select = (
    name: 'show' | 'assigned' | 'kind' | 'reason' | 'order',
    label: string,
    empty: string,
    choices: [string, string][],
  ) =>
    selectField({
      name,
      label,
      hideLabel: true,
      value: filter[name],
      empty,
      choices: choices.map(([value, label]) => ({ value, label })),
    });
  const chosen = [filter.show, filter.assigned, filter.kind, filter.reason, filter.order].filter(
    Boolean,
  ).length;
  return html`<details class="queue-filter">
    <summary class="button quiet">
      ${icon('funnel')}<span>Filter</span>${chosen > 0 && badge(String(chosen), 'accent')}
    </summary>
    <form class="search-row" action="/moderation" method="get">
      ${select('show', t('Show'), t('Everything'), [
        ['held', t('Held')],
        ['reported', t('Reported')],
        ['appeals', t('Appeals')],
      ])}
      ${select('assigned', t('Assigned'), t('Everybody’s'), [
        ['mine', t('Mine')],
        ['nobody', t('Unassigned')],
      ])}
      ${select('kind', t('Type'), t('All types'), Object.entries(kindNames()))}
      ${select('reason', t('Reason'), t('All reasons'), [
        ...categories.map(({ name, title }): [string, string] => [name, title]),
        ...rules.map((rule): [string, string] => [rule, t('Rule: {rule}', { rule })]),
      ])}
      ${select('order', t('Order'), t('Oldest first'), [['newest', t('Newest first')]])}
      ${button({ label: t('Apply') })}
    </form>
  </details>`;
}

const kindNames = () => ({
  post: t('Posts'),
  article: t('Articles'),
  thread: t('Threads'),
  reply: t('Replies'),
  question: t('Questions'),
  answer: t('Answers'),
  comment: t('Comments'),
  page: t('Pages'),
  person: t('People'),
  message: t('Messages'),
});

function bulkBar({ back }: QueueOptions): Html {
  return html`<form class="case-bulk" id="bulk" action="/moderation/settle" method="post">
    <input type="hidden" name="back" value="${back}" />
    <label class="needs-script"
      ><input class="checkbox" type="checkbox" data-selection-target="page" data-action="selection#page" />
      Select all</label
    >
    <p role="status"><span data-selection-target="count">With selected:</span></p>
    ${onAll(t('Approve'), 'check', 'approve')} ${onAll(t('Hide'), 'eye-off', 'hide')}
    ${onAll(t('Remove'), 'trash-2', 'remove')}
    <p class="case-keys needs-script">
      ${keys().map(([key, what]) => html`<span><kbd ${attributes({ 'aria-hidden': 'true' })}>${key}</kbd> ${what}</span> `)}
    </p>
  </form>`;
}

/**
 * A button that applies to all selected cases. Its label distinguishes it from the same button on each case.
 */
const onAll = (label: string, icon: IconName, decision: CaseDecision): Html =>
  button({
    label,
    icon,
    small: true,
    name: 'decision',
    value: decision,
    data: { 'aria-label': t('{label} selected', { label }) },
  });

const keys = () =>
  [
    ['j', t('next')],
    ['k', t('previous')],
    ['r', t('approve')],
    ['x', t('remove')],
    ['h', t('hide')],
    ['c', t('assign to me')],
    ['space', t('select')],
  ] as const;

/** An appeal as moderators see it: the content, the decision and its reason, and the author's statement. */
function appealCard(
  appeal: WaitingAppeal,
  context: AssignmentContext & { viewer: Viewer | undefined; state: FormState },
): Html {
  const { viewer, state: whole } = context;
  const state = whole.values?.appeal === appeal.id ? whole : {};
  const handing = whole.values?.case === appeal.caseId ? whole : {};
  const { id, author, title, original, decision, message, category, decidedBy } = appeal;
  const isOwn = decidedBy !== null && decidedBy.id === viewer?.id;
  return card({
    id: `appeal-${id}`,
    title: t('Appeal by {name}', { name: author.name }),
    lead: html`${badge(asLabel(nounOf(appeal)))} ${category && badge(category, 'warning')}
      <bdi>${decidedBy ? `@${decidedBy.username}` : t('A moderator')}</bdi> · ${decisionText(decision)}
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
          maxlength: longestDecisionMessage,
        })}
        <div class="button-row">
          ${button({ label: t('Grant and reverse'), icon: 'check', small: true, name: 'outcome', value: 'granted' })}
          ${button({ label: t('Decline'), icon: 'x', small: true, name: 'outcome', value: 'declined' })}
          ${
            !appeal.assignee &&
            button({
              label: t('Assign to me'),
              small: true,
              kind: 'plain',
              action: '/moderation/claim',
              name: 'case',
              value: appeal.caseId,
            })
          }
        </div>
      </form>
      ${assigneeLine(appeal, context)} ${assignForm(appeal, context, handing)}`,
  });
}
