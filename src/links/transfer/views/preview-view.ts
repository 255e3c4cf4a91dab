import { button } from '../../../web/components/button.ts';
import { badge } from '../../../web/components/badge.ts';
import { card } from '../../../web/components/card.ts';
import { radioGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { statistics } from '../../../web/components/charts/statistic.ts';
import { table } from '../../../web/components/table.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import { formatNames, formats } from '../import/formats.ts';
import type { Import } from '../import/import.ts';
import type { Preview } from '../import/preview.ts';
import { fieldNames, type FieldName } from '../import/row.ts';

interface PreviewPage {
  hopUrl: string;
  found: Import;
  preview: Preview;
  state: FormState | undefined;
}

/** What the import would do, and how the file is read. */
export function previewOf(page: PreviewPage): Html {
  const { preview, found } = page;
  return html`${statistics([
    { label: 'Rows', value: preview.rows.toLocaleString('en') },
    { label: 'Links to be made', value: preview.made.toLocaleString('en') },
    { label: 'Rows refused', value: preview.refused.toLocaleString('en') },
  ])}
  ${card({ title: 'How to read it', body: reading(page) })}
  ${preview.sample.length > 0 && card({ title: 'The first links', flush: true, body: sample(page) })}
  ${preview.refusals.length > 0 && card({ title: 'Rows that will be left out', flush: true, body: refusals(preview) })}
  ${buttonForm({ to: `/dashboard/import/${found.id}/delete`, label: 'Delete file', icon: 'trash-2' })}`;
}

function reading({ found, preview, state }: PreviewPage): Html {
  const shown: FormState = state ?? {
    values: {
      format: found.format,
      duplicates: found.duplicates,
      ...Object.fromEntries(Object.entries(found.mapping).map(([field, column]) => [`map_${field}`, column])),
    },
  };
  const field = bind(shown);
  const isColumns = (shown.values?.format ?? found.format) === 'columns';
  return form({
    action: `/dashboard/import/${found.id}`,
    state,
    body: html`${selectField({
        ...field('format'),
        label: 'Made by',
        choices: formatNames.map((name) => ({ value: name, label: formats[name].label })),
      })}
      ${isColumns && mapping(field, preview.columns)}
      ${radioGroup({
        ...field('duplicates'),
        label: 'When an alias is taken already',
        choices: [
          { value: 'skip', label: 'Leave the row out' },
          {
            value: 'rename',
            label: 'Make the link with another alias',
            hint: 'With -2 at its end, as in sale-2.',
          },
        ],
      })}
      <div class="form-actions">
        ${
          preview.made > 0 &&
          button({
            name: 'act',
            value: 'start',
            label: `Import ${preview.made.toLocaleString('en')} ${preview.made === 1 ? 'link' : 'links'}`,
            kind: 'primary',
            busyLabel: 'Starting',
          })
        }
        ${button({ name: 'act', value: 'check', label: 'Look again', busyLabel: 'Reading it' })}
      </div>`,
  });
}

const mapping = (field: ReturnType<typeof bind>, columns: readonly string[]): Html =>
  html`<fieldset class="field">
    <legend class="field-label">Which column says what</legend>
    <div class="more-fields">
      ${(Object.keys(fieldNames) as FieldName[]).map((name) =>
        selectField({
          ...field(`map_${name}`),
          label: fieldNames[name],
          empty: 'Not in the file',
          choices: columns.map((column) => ({ value: column, label: column })),
        }),
      )}
    </div>
  </fieldset>`;

const sample = ({ hopUrl, preview }: PreviewPage): Html =>
  table({
    caption: 'The first links that would be made',
    rows: preview.sample,
    columns: [
      {
        label: 'Short address',
        main: true,
        cell: ({ host, alias, isRenamed }) =>
          html`${host || hopUrl.replace(/^https?:\/\//, '')}/${alias || '…'}
          ${isRenamed && badge('Another alias', 'warning')}`,
      },
      { label: 'Leads to', cell: ({ url }) => html`<span class="break">${url}</span>` },
      { label: 'Title', cell: ({ title }) => title },
      { label: 'Tags', cell: ({ tags }) => tags.join(', ') },
      { label: 'Clicks', align: 'end', cell: ({ clicks }) => clicks.toLocaleString('en') },
    ],
  });

const refusals = ({ refusals, refused }: Preview): Html =>
  html`${table({
    caption: 'The first rows that would be left out',
    rows: refusals,
    columns: [
      { label: 'Row', main: true, cell: ({ row }) => row.toLocaleString('en') },
      { label: 'Why', cell: ({ reason }) => reason },
      {
        label: 'Address',
        cell: ({ address, alias }) => html`<span class="break">${address || alias}</span>`,
      },
    ],
  })}
  ${
    refused > refusals.length &&
    html`<p class="table-note">
      And ${(refused - refusals.length).toLocaleString('en')} more; the report after the import names them
      all.
    </p>`
  }`;
