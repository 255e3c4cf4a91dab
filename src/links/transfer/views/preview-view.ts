import { formatNumber, t } from '../../../web/translation/translate.ts';
import { button } from '../../../web/components/controls.ts';
import { badge, card, table } from '../../../web/components/surfaces.ts';
import { radioGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { statistics } from '../../../web/components/charts/figures.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, shortNumber } from '../../../web/html.ts';
import { formatNames, formats } from '../import/formats.ts';
import { type FieldName, fieldNames, type LinkImport, type ImportPreview } from '../import/import.ts';

interface PreviewPage {
  hopUrl: string;
  found: LinkImport;
  preview: ImportPreview;
  state: FormState | undefined;
}

/** The preview of an import and its settings. */
export function importPreview(page: PreviewPage): Html {
  const { preview, found } = page;
  return html`${statistics([
    { label: t('Rows'), value: shortNumber(preview.rows) },
    { label: t('Links to create'), value: shortNumber(preview.created) },
    { label: t('Rows rejected'), value: shortNumber(preview.refused) },
  ])}
  ${card({ title: t('Import options'), body: reading(page) })}
  ${preview.sample.length > 0 && card({ title: t('The first links'), flush: true, body: sample(page) })}
  ${preview.refusals.length > 0 && card({ title: t('Rows to skip'), flush: true, body: refusals(preview) })}
  ${buttonForm({ to: `/dashboard/import/${found.id}/delete`, label: t('Delete file'), icon: 'trash-2' })}`;
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
        label: t('Source'),
        choices: formatNames.map((name) => ({ value: name, label: formats()[name].label })),
      })}
      ${isColumns && mapping(field, preview.columns)}
      ${radioGroup({
        ...field('duplicates'),
        label: t('If an alias is taken'),
        choices: [
          { value: 'skip', label: t('Skip the row') },
          {
            value: 'rename',
            label: t('Use another alias'),
            hint: t('Adds a number to the alias, as in sale-2.'),
          },
        ],
      })}
      <div class="form-actions">
        ${
          preview.created > 0 &&
          button({
            name: 'act',
            value: 'start',
            label: t('{count, plural, one {Import # link} other {Import # links}}', {
              count: preview.created,
            }),
            kind: 'primary',
            busyLabel: t('Starting'),
          })
        }
        ${button({ name: 'act', value: 'check', label: t('Update preview'), busyLabel: t('Reading') })}
      </div>`,
  });
}

const mapping = (field: ReturnType<typeof bind>, columns: readonly string[]): Html =>
  html`<fieldset class="field">
    <legend class="field-label">Column mapping</legend>
    <div class="more-fields">
      ${(Object.keys(fieldNames()) as FieldName[]).map((name) =>
        selectField({
          ...field(`map_${name}`),
          label: fieldNames()[name] ?? name,
          empty: t('Not in this file'),
          choices: columns.map((column) => ({ value: column, label: column })),
        }),
      )}
    </div>
  </fieldset>`;

const sample = ({ hopUrl, preview }: PreviewPage): Html =>
  table({
    caption: t('Preview of links'),
    rows: preview.sample,
    columns: [
      {
        label: t('Short URL'),
        main: true,
        cell: ({ host, alias, isRenamed }) =>
          html`${host || hopUrl.replace(/^https?:\/\//, '')}/${alias || '…'}
          ${isRenamed && badge(t('Another alias'), 'warning')}`,
      },
      { label: t('Destination'), cell: ({ url }) => html`<span class="break">${url}</span>` },
      { label: t('Title'), cell: ({ title }) => title },
      { label: t('Tags'), cell: ({ tags }) => tags.join(', ') },
      { label: t('Clicks'), align: 'end', cell: ({ clicks }) => shortNumber(clicks) },
    ],
  });

const refusals = ({ refusals, refused }: ImportPreview): Html =>
  html`${table({
    caption: t('Preview of skipped rows'),
    rows: refusals,
    columns: [
      { label: t('Row'), main: true, cell: ({ row }) => formatNumber(row) },
      { label: t('Reason'), cell: ({ reason }) => reason },
      {
        label: t('URL'),
        cell: ({ address, alias }) => html`<span class="break">${address || alias}</span>`,
      },
    ],
  })}
  ${
    refused > refusals.length &&
    html`<p class="table-note">
      And ${shortNumber(refused - refusals.length)} more. The report lists all of them after the import.
    </p>`
  }`;
