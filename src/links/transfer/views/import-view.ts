import { formatNumber, t } from '../../../web/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { card, notice, pageHeader, table } from '../../../web/components/surfaces.ts';
import { progressBar, statistics } from '../../../web/components/charts/figures.ts';
import { buttonForm, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { LinkImport, ImportPreview } from '../import/import.ts';
import type { Rename } from '../import/reading.ts';
import { importPreview } from './preview-view.ts';

export interface LinkImportPage {
  hopUrl: string;
  found: LinkImport;
  /** The preview, when it is available and the import has not started. */
  preview: ImportPreview | undefined;
  /** The first links that have another alias than in the file, and one more if there are others. */
  renames: readonly Rename[];
  state: FormState | undefined;
}

/** Changed aliases on the page. The report has all. */
export const shownRenames = 50;

export function linkImportView(page: LinkImportPage): View {
  const { found } = page;
  const isRunning = isWaiting(found);
  return {
    title: t('Import {fileName}', { fileName: found.fileName }),
    section: 'links',
    // With scripts, the frame reloads itself instead.
    ...(isRunning && { head: html`<noscript><meta http-equiv="refresh" content="3" /></noscript>` }),
    body: html`${pageHeader({
      title: found.fileName || t('Import'),
      above: breadcrumbs([
        { label: t('Links'), href: '/dashboard' },
        { label: t('Import'), href: '/dashboard/import' },
        { label: found.fileName || t('File') },
      ]),
    })}
    ${linkImportFrame(page)}`,
  };
}

/** Whether a job is queued or running for the import. */
const isWaiting = ({ startedAt, finishedAt, isChecked, problem }: LinkImport): boolean =>
  startedAt === null ? !isChecked && problem === null : finishedAt === null;

/** Returns a version that changes whenever the content of the frame does. */
export const linkImportVersion = (found: LinkImport): string => {
  const { reading, isFetching, fetched, isChecked, startedAt, nextRow, finishedAt, problem } = found;
  if (startedAt !== null) return `${nextRow}${finishedAt ? 'x' : ''}`;
  return `r${reading}${isFetching ? `f${fetched}` : ''}${isChecked || problem !== null ? 'x' : ''}`;
};

/** The progress, in a frame that reloads itself until the user must decide or the import has finished. */
export function linkImportFrame(page: LinkImportPage): Html {
  const { found, preview, renames } = page;
  if (found.startedAt !== null) return progressFrame(found, renames);
  if (found.problem !== null) return frame(unusable(found, found.problem));
  if (found.isFetching) return waitingFrame(found, fetching(found));
  if (preview) return frame(importPreview({ ...page, preview }));
  return waitingFrame(
    found,
    html`${card({
      title: t('Reading the file'),
      body: html`<p>A preview appears here shortly. You can leave this page.</p>`,
      footer: deleteButton(found),
    })}`,
  );
}

const frame = (body: Html): Html =>
  html`<turbo-frame id="import" class="sections" target="_top">${body}</turbo-frame>`;

const waitingFrame = (found: LinkImport, body: Html): Html =>
  html`<turbo-frame
    id="import"
    class="sections"
    target="_top"
    data-controller="refresh"
    data-refresh-address-value="/dashboard/import/${found.id}/progress"
    data-refresh-seconds-value="1"
    data-refresh-version-value="${linkImportVersion(found)}"
    >${body}</turbo-frame
  >`;

const fetching = (found: LinkImport): Html =>
  html`${card({
    title: t('Reading the links of {fileName}', { fileName: found.fileName }),
    body: html`${progressBar({
        label: t('Links read: {fetched}', { fetched: formatNumber(found.fetched) }),
        value: found.fetched,
        max: Math.max(found.fetchTotal, 1),
      })}
      <p>
        You can leave this page. The links are read in the background, as fast as the other service allows.
      </p>`,
    footer: deleteButton(found),
  })}`;

const unusable = (found: LinkImport, problem: string): Html =>
  html`${notice({ tone: 'danger', title: t('This file cannot be imported'), body: html`<p>${problem}</p>` })}
  ${deleteButton(found)}`;

const deleteButton = ({ id }: LinkImport): Html =>
  buttonForm({ to: `/dashboard/import/${id}/delete`, label: t('Delete file'), icon: 'trash-2' });

function progressFrame(found: LinkImport, renames: readonly Rename[]): Html {
  const { id, finishedAt, nextRow, rowCount } = found;
  const address = `/dashboard/import/${id}`;
  const done = Math.min(nextRow - 1, rowCount);
  if (finishedAt) return frame(outcome(found, address, renames));
  return waitingFrame(
    found,
    html`${card({
      body: html`${progressBar({
          label: t('Row {done} of {rowCount}', {
            done: formatNumber(done),
            rowCount: formatNumber(rowCount),
          }),
          value: done,
          max: rowCount,
        })}
        <p>You can leave this page. The import continues in the background and is listed under Import.</p>`,
      footer: buttonForm({
        to: `${address}/delete`,
        label: t('Stop'),
        icon: 'x',
        confirm: t('Stop this import? Links already created remain.'),
      }),
    })}
    ${figures(found)}`,
  );
}

function outcome(found: LinkImport, address: string, renames: readonly Rename[]): Html {
  const { created, refused } = found;
  return html`${notice({
      tone: refused === 0 ? 'success' : 'warning',
      title: refused === 0 ? t('Import complete') : t('Import complete, with some rows rejected'),
      body:
        refused === 0
          ? html`<p>Every row created a link.</p>`
          : html`<p>The report lists why each row was rejected. Fix those rows and import them again.</p>
              ${linkButton({
                label: t('Download report'),
                href: `${address}/refused.csv`,
                icon: 'download',
                data: { 'data-turbo': 'false' },
              })}`,
    })}
    ${figures(found)} ${renames.length > 0 && changedAliases(address, renames)}
    <p>
      ${created > 0 && linkButton({ label: t('View links'), href: '/dashboard', kind: 'primary' })}
      ${linkButton({ label: t('Import another file'), href: '/dashboard/import' })}
    </p>`;
}

const changedAliases = (address: string, renames: readonly Rename[]): Html =>
  card({
    title: t('Changed aliases'),
    lead: t(
      'These links were created with another alias than in the file. Printed short URLs of them do not work.',
    ),
    body: html`${table({
      caption: t('Changed aliases'),
      rows: renames.slice(0, shownRenames),
      columns: [
        { label: t('Row'), cell: ({ row }) => formatNumber(row) },
        {
          label: t('In the file'),
          main: true,
          cell: ({ before }) => html`<span class="break">${before}</span>`,
        },
        { label: t('Now'), cell: ({ after }) => html`<span class="break">${after}</span>` },
      ],
    })}
    ${
      renames.length > shownRenames &&
      html`<p class="table-note">The first ${formatNumber(shownRenames)}. The report lists all of them.</p>`
    }`,
    footer: linkButton({
      label: t('Download changed aliases'),
      href: `${address}/renamed.csv`,
      icon: 'download',
      data: { 'data-turbo': 'false' },
    }),
  });

const figures = ({ created, refused, rowCount }: LinkImport): Html =>
  statistics([
    { label: t('Rows'), value: formatNumber(rowCount) },
    { label: t('Links created'), value: formatNumber(created) },
    { label: t('Rows rejected'), value: formatNumber(refused) },
  ]);
