import { card } from '../../../platform/html/components/card.ts';
import { radioGroup } from '../../../platform/html/components/fields/choice-field.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { personRow } from '../../../platform/html/components/person-row.ts';
import { textArea } from '../../../platform/html/components/fields/text-field.ts';
import { form, type FormState } from '../../../platform/html/form.ts';
import { html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';
import { longestReason } from '../add-report.ts';
import type { ReportCategory } from '../categories.ts';
import type { Reportable } from '../read-reportable.ts';

interface ReportViewOptions {
  handle: string;
  id: string;
  thing: Reportable;
  categories: readonly ReportCategory[];
  state: FormState;
}

/** Tells the moderators of something, and says why. */
export function reportView({ handle, id, thing, categories, state }: ReportViewOptions): View {
  const noun = thing.kind;
  return {
    title: `Report a ${noun}`,
    section: 'home',
    body: html`${pageHeader({
      title: `Report this ${noun}`,
      lead: 'A moderator looks at it. Its author does not hear who reported it, and you are told what came of it.',
    })}
    ${card({
      flush: true,
      body: personRow({ person: thing.author, href: thing.href, detail: thing.excerpt }),
    })}
    ${card({
      body: form({
        action: '/report',
        submit: 'Report',
        cancel: { label: 'Cancel', href: thing.href },
        state,
        body: html`<input type="hidden" name="handle" value="${handle}" />
          <input type="hidden" name="id" value="${id}" />
          ${radioGroup({
            name: 'category',
            label: 'What is wrong with it',
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
            label: 'What a moderator should know, if anything',
            rows: 4,
            maxlength: longestReason,
            value: state.values?.reason,
            error: state.errors?.reason,
          })}`,
      }),
    })}`,
  };
}
