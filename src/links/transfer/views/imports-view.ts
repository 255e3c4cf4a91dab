import { t } from '../../../web/translation/translate.ts';
import { badge, card, pageHeader, table, relativeTime } from '../../../web/components/surfaces.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { fileField } from '../../../web/components/fields/file-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View, shortNumber } from '../../../web/html.ts';
import { formats } from '../import/formats.ts';
import type { LinkImport } from '../import/import.ts';
import { sourceNames } from '../sources.ts';

interface ImportsPage {
  imports: readonly LinkImport[];
  maxMebibytes: number;
  now: Date;
  /** States of the forms for a file and for another service. */
  state: FormState;
  remote: FormState;
}

/** The upload form and earlier imports. */
export const linkImportsView = ({ imports, maxMebibytes, now, state, remote }: ImportsPage): View => ({
  title: t('Import'),
  section: 'links',
  body: html`${pageHeader({
    title: t('Import links'),
    lead: t(
      'From a spreadsheet, or an export from Bitly, Dub, GemPixel, Kutt, Polr, Rebrandly, Shlink, Short.io, tiny.cc, YOURLS or Hop, including aliases, tags, dates and clicks. You’ll see a preview first.',
    ),
    above: breadcrumbs([{ label: t('Links'), href: '/dashboard' }, { label: t('Import') }]),
  })}
  ${card({
    body: form({
      action: '/dashboard/import',
      state,
      upload: true,
      submit: t('Preview'),
      busyLabel: t('Reading'),
      body: fileField({
        name: 'file',
        label: t('File'),
        hint: t(
          'CSV or JSON, at most {maxMebibytes} MiB. The first line of a CSV file must contain column names.',
          { maxMebibytes },
        ),
        accept: '.csv,.tsv,.txt,.json,text/csv,application/json',
        required: true,
        error: state.errors?.file,
      }),
    }),
  })}
  ${card({
    title: t('From your account elsewhere'),
    lead: t(
      'From Bitly, Dub, Rebrandly or Short.io by an access token, or from another Hop, Premium URL Shortener by GemPixel, or a service with the same API. The links are read in the background, and you’ll see a preview first.',
    ),
    body: form({
      action: '/dashboard/import/remote',
      state: remote,
      submit: t('Read links'),
      busyLabel: t('Starting'),
      body: html`${selectField({
        ...bind(remote)('from'),
        label: t('Service'),
        choices: sourceNames.map((value) => ({
          value,
          label: value === 'gempixel' ? t('Another installation') : formats()[value].label,
        })),
      })}
      ${textField({
        ...bind(remote)('address'),
        label: t('Address'),
        hint: t('Only for another installation: where you sign in there, such as https://go.example.com'),
        required: false,
      })}
      ${textField({
        ...bind(remote)('key'),
        mono: true,
        autocomplete: 'off',
        label: t('API key or access token'),
        hint: t('It is stored encrypted, and deleted as soon as all links are read.'),
        required: true,
      })}`,
    }),
  })}
  ${imports.length > 0 && earlier(imports, now)}`,
});

const earlier = (imports: readonly LinkImport[], now: Date): Html =>
  html`<h2>Previous imports</h2>
    ${card({
      flush: true,
      body: table({
        caption: t('Previous imports'),
        rows: imports,
        columns: [
          {
            label: t('File'),
            main: true,
            cell: ({ id, fileName }) =>
              html`<a href="/dashboard/import/${id}">${fileName || t('Untitled')}</a>`,
          },
          { label: t('From'), cell: ({ format }) => formats()[format].label },
          { label: t('Status'), cell: state },
          { label: t('Created'), align: 'end', cell: ({ created }) => shortNumber(created) },
          { label: t('Rejected'), align: 'end', cell: ({ refused }) => shortNumber(refused) },
          { label: t('When'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
        ],
      }),
    })}`;

function state({ startedAt, finishedAt, isChecked, problem }: LinkImport): Html {
  if (problem !== null) return badge(t('Failed'), 'danger');
  if (finishedAt) return badge(t('Done'), 'success');
  return startedAt ? badge(t('In progress'), 'accent') : badge(isChecked ? t('Ready') : t('Reading'));
}

const data = { 'data-turbo': 'false' };

/** The page to export everything. */
export const exportView = (): View => ({
  title: t('Export'),
  section: 'links',
  body: html`${pageHeader({
      title: t('Export'),
      lead: t('Export your data for backup or to move elsewhere. Both files can be imported again.'),
      above: breadcrumbs([{ label: t('Links'), href: '/dashboard' }, { label: t('Export') }]),
    })}
    ${card({
      title: t('Links as a spreadsheet'),
      lead: t('CSV with one row per link: URLs, title, tags, channels, campaign, expiry, rules and clicks.'),
      body: linkButton({
        label: t('Download CSV'),
        href: '/dashboard/export/links.csv',
        icon: 'download',
        kind: 'primary',
        data,
      }),
    })}
    ${card({
      title: t('Everything'),
      lead: t('JSON with links, channels, campaigns, tags, pixels and domains, without passwords.'),
      body: linkButton({
        label: t('Download JSON'),
        href: '/dashboard/export/everything.json',
        icon: 'download',
        data,
      }),
    })}
    <p>
      To export only some links, filter the <a href="/dashboard">list</a>, select them and press Export.
    </p>`,
});
