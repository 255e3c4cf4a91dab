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
    { label: 'Links to create', value: preview.made.toLocaleString('en') },
    { label: 'Rows rejected', value: preview.refused.toLocaleString('en') },
  ])}
  ${card({ title: 'Import options', body: reading(page) })}
  ${preview.sample.length > 0 && card({ title: 'The first links', flush: true, body: sample(page) })}
  ${preview.refusals.length > 0 && card({ title: 'Rows to skip', flush: true, body: refusals(preview) })}
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
        label: 'Exported from',
        choices: formatNames.map((name) => ({ value: name, label: formats[name].label })),
      })}
      ${isColumns && mapping(field, preview.columns)}
      ${radioGroup({
        ...field('duplicates'),
        label: 'If an alias is taken',
        choices: [
          { value: 'skip', label: 'Skip the row' },
          {
            value: 'rename',
            label: 'Use another alias',
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
        ${button({ name: 'act', value: 'check', label: 'Update preview', busyLabel: 'Reading' })}
      </div>`,
  });
}

const mapping = (field: ReturnType<typeof bind>, columns: readonly string[]): Html =>
  html`<fieldset class="field">
    <legend class="field-label">Column mapping</legend>
    <div class="more-fields">
      ${(Object.keys(fieldNames) as FieldName[]).map((name) =>
        selectField({
          ...field(`map_${name}`),
          label: fieldNames[name],
          empty: 'Not in this file',
          choices: columns.map((column) => ({ value: column, label: column })),
        }),
      )}
    </div>
  </fieldset>`;

const sample = ({ hopUrl, preview }: PreviewPage): Html =>
  table({
    caption: 'Preview of links',
    rows: preview.sample,
    columns: [
      {
        label: 'Short URL',
        main: true,
        cell: ({ host, alias, isRenamed }) =>
          html`${host || hopUrl.replace(/^https?:\/\//, '')}/${alias || '…'}
          ${isRenamed && badge('Another alias', 'warning')}`,
      },
      { label: 'Destination', cell: ({ url }) => html`<span class="break">${url}</span>` },
      { label: 'Title', cell: ({ title }) => title },
      { label: 'Tags', cell: ({ tags }) => tags.join(', ') },
      { label: 'Clicks', align: 'end', cell: ({ clicks }) => clicks.toLocaleString('en') },
    ],
  });

const refusals = ({ refusals, refused }: Preview): Html =>
  html`${table({
    caption: 'Preview of skipped rows',
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
      And ${(refused - refusals.length).toLocaleString('en')} more. The report lists all of them after the
      import.
    </p>`
  }`;
