import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { radioGroup } from '../../../web/components/fields/choice-field.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { personRow } from '../../../web/components/person-row.ts';
import { textArea } from '../../../web/components/fields/text-field.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { longestReason } from '../add-report.ts';
import type { ReportCategory } from '../categories.ts';
import type { Reportable } from '../get-reportable.ts';

interface ReportViewOptions {
  handle: string;
  id: string;
  thing: Reportable;
  categories: readonly ReportCategory[];
  state: FormState;
}

/** The report form. */
export function reportView({ handle, id, thing, categories, state }: ReportViewOptions): View {
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
            maxlength: longestReason,
            value: state.values?.reason,
            error: state.errors?.reason,
          })}`,
      }),
    })}`,
  };
}
