import { operator } from '../../../identity/components/operator-frame.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { selectField, switchField } from '../../../web/components/fields/choice-field.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { table } from '../../../web/components/table.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { StaticPage } from '../static-page.ts';

const here = '/operator/pages';
const write = linkButton({ label: 'Write a page', href: `${here}/new`, icon: 'plus', kind: 'primary' });

export function staticPagesOperatorView(texts: readonly StaticPage[]): View {
  return operator(
    'Pages',
    here,
    html`${texts.length > 0 && html`<p>${write}</p>`}
    ${table({
      caption: 'Pages',
      rows: texts,
      columns: [
        { label: 'Page', main: true, cell: ({ id, title }) => html`<a href="${here}/${id}">${title}</a>` },
        { label: 'Address', cell: ({ slug }) => html`<a href="/static/${slug}">/static/${slug}</a>` },
        { label: 'Language', cell: ({ language }) => language },
        { label: 'Changed', cell: ({ updatedAt }) => relativeTime(updatedAt) },
        {
          label: 'Delete',
          hideLabel: true,
          align: 'end',
          cell: ({ id, title }) =>
            buttonForm({
              to: `${here}/delete`,
              label: 'Delete',
              kind: 'danger',
              small: true,
              fields: { id },
              confirm: `Delete “${title}”? Its text is gone for good.`,
            }),
        },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: 'No page yet',
        text: 'Tell people what this place is, what holds here, and what you keep of them.',
        action: write,
      }),
    })}`,
  );
}

export function staticPageFormView(languages: readonly string[], state: FormState): View {
  const field = bind(state);
  const id = state.values?.id ?? '';
  return operator(
    id === '' ? 'A new page' : 'Edit a page',
    here,
    card({
      title: id === '' ? 'A new page' : 'Edit a page',
      body: form({
        action: here,
        state,
        submit: 'Save',
        cancel: { label: 'Cancel', href: here },
        body: html`<input type="hidden" name="id" value="${id}" />
          ${textField({ ...field('title'), label: 'Title', maxlength: 120, required: true })}
          ${textField({ ...field('slug'), label: 'Address', prefix: '/static/', maxlength: 60, mono: true, required: true })}
          ${selectField({ ...field('language'), label: 'Language', choices: languages.map((code) => ({ value: code, label: code })) })}
          ${textArea({ ...field('body'), label: 'Text', hint: 'In Markdown: # a heading, **strong**, [a link](https://…).', rows: 16 })}
          ${textField({ ...field('position'), value: state.values?.position ?? 0, label: 'Place in the order', type: 'number', min: 0 })}
          ${switchField({ name: 'inFooter', label: 'Named at the foot of pages', checked: state.values?.inFooter !== '' })}`,
      }),
    }),
  );
}
