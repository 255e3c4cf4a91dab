import { t } from '../../../web/translation/translate.ts';
import { button } from '../../../web/components/controls.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { textArea } from '../../../web/components/fields/text-field.ts';
import { relativeTime, unfold } from '../../../web/components/surfaces.ts';
import { buttonForm, errorSummary, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/app.ts';
import { longestHandoverNote } from '../../../identity/operators/handover.ts';
import type { Assignee, Assignment } from '../assigning.ts';

export interface AssignmentContext {
  viewer?: Pick<Viewer, 'id'> | undefined;
  /** The query string of the list to return to. */
  back: string;
  /** The usernames of those who can have a case. */
  moderators: readonly string[];
}

interface Assigned {
  caseId: string;
  assignee: Assignee | null;
  assignments: readonly Assignment[];
}

/** Who has a case, with what the others said who had it. */
export function assigneeLine(
  { caseId, assignee, assignments }: Assigned,
  context: AssignmentContext,
): Html | false {
  if (!assignee && assignments.length === 0) return false;
  const isMine = assignee !== null && assignee.id === context.viewer?.id;
  const fields = { case: caseId, back: context.back, from: assignee?.id ?? '' };
  return html`<div class="case-assigned">
    ${
      assignee &&
      html`<div class="case-assignee">
        <span class="case-when"
          >${
            isMine
              ? t('Assigned to you')
              : assignee.isReviewing
                ? t('@{username} is reviewing this case', { username: assignee.username })
                : t('Assigned to @{username}', { username: assignee.username })
          }</span
        >
        ${
          isMine
            ? buttonForm({
                to: '/moderation/leave',
                label: t('Unassign'),
                small: true,
                kind: 'plain',
                fields,
              })
            : buttonForm({
                to: '/moderation/claim',
                label: t('Take over'),
                small: true,
                kind: 'plain',
                fields,
              })
        }
      </div>`
    }
    ${
      assignments.length > 0 &&
      html`<ul aria-label="Who had it">
        ${assignments.map(
          (turn) =>
            html`<li class="case-when">
              ${inWords(turn)}
              ${relativeTime(new Date(turn.at))}${
                turn.note !== '' && html`: <span dir="auto">${turn.note}</span>`
              }
            </li>`,
        )}
      </ul>`
    }
  </div>`;
}

function inWords({ to, by, isRelease }: Assignment): string {
  const from = by === null ? t('Someone') : `@${by}`;
  if (isRelease) return t('Given back by {by}', { by: from });
  const name = to === null ? t('someone') : `@${to}`;
  return to === by ? t('Taken by {by}', { by: from }) : t('{by} assigned it to {to}', { by: from, to: name });
}

/** The fields that give a case to a moderator. The form around them has the case. */
export const assignFields = (
  { caseId, assignee }: Assigned,
  { moderators }: AssignmentContext,
  { values = {}, errors = {} }: FormState,
): Html =>
  html`${selectField({
      name: 'to',
      id: `to-${caseId}`,
      label: t('Assign to'),
      value: values.to ?? assignee?.username,
      error: errors.to,
      empty: t('Nobody'),
      choices: moderators.map((username) => ({ value: username, label: `@${username}` })),
    })}
    ${textArea({
      name: 'note',
      id: `note-${caseId}`,
      label: t('Note'),
      hint: t('Only moderators see it.'),
      value: values.note,
      error: errors.note,
      maxlength: longestHandoverNote,
      rows: 2,
    })}
    <input type="hidden" name="from" value="${assignee?.id ?? ''}" />
    <div class="button-row">
      ${button({ label: t('Assign'), small: true, action: '/moderation/assign' })}
    </div>`;

/** The same as a form of its own. */
export const assignForm = (assigned: Assigned, context: AssignmentContext, state: FormState): Html =>
  unfold({
    label: t('Assign'),
    isOpen: state.values !== undefined && 'to' in state.values,
    body: html`<form class="form" action="/moderation/assign" method="post" novalidate>
      ${errorSummary({ ...state, errors: {} })}
      <input type="hidden" name="case" value="${assigned.caseId}" />
      <input type="hidden" name="back" value="${context.back}" />
      ${assignFields(assigned, context, state)}
    </form>`,
  });
