import { operator } from '../../identity/components/operator-frame.ts';
import { t } from '../../web/translation/translate.ts';
import { button } from '../../web/components/controls.ts';
import { card, pageHeader } from '../../web/components/surfaces.ts';
import { radioGroup } from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { personRow } from '../../web/components/people.ts';
import { buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { positionField } from '../components/line-list.ts';
import type { ReportCategory } from './categories.ts';
import { longestReportReason, type Reportable } from './reports.ts';

interface ReportViewOptions {
  handle: string;
  id: string;
  thing: Reportable;
  categories: readonly ReportCategory[];
  state: FormState;
}

/** The report form. */
export function reportFormView({ handle, id, thing, categories, state }: ReportViewOptions): View {
  const noun = thing.kind;
  return {
    title: t(
      '{noun, select, question {Report a question} answer {Report an answer} article {Report an article} thread {Report a thread} reply {Report a reply} comment {Report a comment} message {Report a message} person {Report a person} page {Report a page} other {Report a post}}',
      { noun },
    ),
    section: 'home',
    body: html`${pageHeader({
      title: t(
        '{noun, select, question {Report this question} answer {Report this answer} article {Report this article} thread {Report this thread} reply {Report this reply} comment {Report this comment} message {Report this message} person {Report this person} page {Report this page} other {Report this post}}',
        { noun },
      ),
      lead: t(
        'A moderator will review it. The author won’t know who reported it, and we’ll notify you of the outcome.',
      ),
    })}
    ${card({
      flush: true,
      body: personRow({ person: thing.author, href: thing.href, detail: thing.excerpt }),
    })}
    ${card({
      body: form({
        action: '/report',
        submit: t('Report'),
        cancel: { label: t('Cancel'), href: thing.href },
        state,
        body: html`<input type="hidden" name="handle" value="${handle}" />
          <input type="hidden" name="id" value="${id}" />
          ${radioGroup({
            name: 'category',
            label: t('Reason'),
            value: state.values?.category,
            error: state.errors?.category,
            choices: categories.map(({ name, title, description }) => ({
              value: name,
              label: title,
              ...(description !== '' && { hint: description }),
            })),
          })}
          ${textArea({
            name: 'reason',
            label: t('Details'),
            required: false,
            rows: 4,
            maxlength: longestReportReason,
            value: state.values?.reason,
            error: state.errors?.reason,
          })}`,
      }),
    })}`,
  };
}

/** Reasons that reporters can choose from. */
export function reasonsView(categories: readonly ReportCategory[], state: FormState): View {
  const changed = state.values?.id;
  return operator(
    t('Report reasons'),
    '/operator/reasons',
    html`${card({
      title: t('Report reasons'),
      lead: t('Shown when reporting. Existing reports keep their reason.'),
      body: categories.map((category) => row(category, changed === category.id ? state : {})),
    })}
    ${card({
      title: t('Add a reason'),
      body: form({
        action: '/operator/reasons',
        state: changed === undefined ? state : {},
        submit: t('Add'),
        submitKind: 'quiet',
        body: html`${textField({
          name: 'name',
          label: t('API name'),
          hint: t('Lowercase letters, digits and _. Cannot be changed later.'),
          value: changed === undefined ? state.values?.name : undefined,
          error: changed === undefined ? state.errors?.name : undefined,
          maxlength: 40,
          required: true,
        })}
        ${titleField('new', changed === undefined ? state : {})}
        ${descriptionField('new', changed === undefined ? state : {})}`,
      }),
    })}`,
  );
}

const row = (category: ReportCategory, state: FormState): Html =>
  html`<div class="row-form">
    <form class="row-form" action="/operator/reasons" method="post" novalidate>
      <input type="hidden" name="id" value="${category.id}" />
      ${titleField(category.id, state, category)} ${descriptionField(category.id, state, category)}
      ${positionField({
        id: `position-${category.id}`,
        label: t('Position of {title}', { title: category.title }),
        value: category.position,
        state,
      })}
      ${button({ label: t('Save'), small: true })}
    </form>
    ${buttonForm({
      to: '/operator/reasons/hide',
      label: category.isHidden ? t('Restore') : t('Remove'),
      kind: 'quiet',
      small: true,
      fields: { id: category.id, hidden: category.isHidden ? 'no' : 'yes' },
      data: { 'aria-label': `${category.isHidden ? t('Restore') : t('Remove')} ${category.title}` },
    })}
  </div>`;

const titleField = (id: string, state: FormState, category?: ReportCategory): Html =>
  wordsField('title', { id, state, category, label: t('Title'), maxlength: 100, required: true });

const descriptionField = (id: string, state: FormState, category?: ReportCategory): Html =>
  wordsField('description', { id, state, category, label: t('Description'), maxlength: 300 });

const wordsField = (
  name: 'title' | 'description',
  {
    id,
    state,
    category,
    label,
    ...rest
  }: {
    id: string;
    state: FormState;
    category: ReportCategory | undefined;
    label: string;
    maxlength: number;
    required?: true;
  },
): Html =>
  textField({
    name,
    id: `${name}-${id}`,
    label: category ? t('{label} of {name}', { label, name: category.name }) : label,
    hideLabel: category !== undefined,
    value: state.values?.[name] ?? category?.[name],
    error: state.errors?.[name],
    ...rest,
  });
