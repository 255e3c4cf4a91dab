import { page } from '../../platform/http/endpoint.ts';
import { type BackupRecord, getArchive } from '../../platform/backup/record.ts';
import { badge, emptyState, notice, table, relativeTime } from '../../web/components/surfaces.ts';
import { type Html, html, type View } from '../../web/html.ts';
import { formatSize, t } from '../../web/translation/translate.ts';
import { operator } from '../components/operator-frame.ts';
import { getBackups } from './backups.ts';

/** The page of backups. They are made and restored on the command line. */
export const backupPages = [
  page({
    method: 'GET',
    path: '/operator/backups',
    access: 'operator',
    handle: async ({ app }) =>
      backupsView(await getBackups(app), await getArchive(app), app.config.BACKUP_TO !== ''),
  }),
];

function backupsView(
  { records, last, proven, isLate }: Awaited<ReturnType<typeof getBackups>>,
  archive: Awaited<ReturnType<typeof getArchive>>,
  isNightly: boolean,
): View {
  return operator(
    t('Backups'),
    '/operator/backups',
    html`${
      !isNightly &&
      notice({
        tone: 'warning',
        title: t('There are no nightly backups'),
        body: t('Set BACKUP_TO to a folder or bucket, or run “npm run backup”.'),
      })
    }
    ${isLate && notice({ tone: 'danger', title: t('There is no recent backup'), body: t('The last one should be at most two days old.') })}
    ${
      archive?.isLate &&
      notice({
        tone: 'danger',
        title: t('The archive of the database has ended'),
        body: html`${archive.error && html`<bdi>${archive.error}</bdi>`}
        ${t('A backup begins a new one: run “npm run backup”.')}`,
      })
    }
    ${
      last &&
      html`<p>
        ${t('Last backup:')} ${relativeTime(new Date(last.at))}. ${t('Last proof that one can be restored:')}
        ${proven ? html`${relativeTime(new Date(proven.at))}.` : t('none yet.')}
        ${archive?.at && html`${t('Every moment can be restored until:')} ${relativeTime(new Date(archive.at))}.`}
      </p>`
    }
    ${table({
      caption: t('Backups'),
      rows: records,
      columns: [
        { label: t('When'), main: true, cell: ({ at }) => relativeTime(new Date(at)) },
        { label: t('Size'), cell: ({ bytes, error }) => (error === undefined ? formatSize(bytes) : '–') },
        { label: t('Result'), cell: resultOf },
        {
          label: t('File'),
          cell: ({ place, name }) => html`<bdi>${name === '' ? place : `${place}/${name}`}</bdi>`,
        },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('No backups yet'),
        text: t('Nightly backups and those of “npm run backup” appear here.'),
      }),
    })}`,
  );
}

function resultOf({ error, mistakes }: BackupRecord): Html {
  if (error !== undefined) return html`${badge(t('Failed'), 'danger')} <bdi>${error}</bdi>`;
  if (mistakes === undefined) return badge(t('Stored'));
  if (mistakes.length === 0) return badge(t('Proven'), 'success');
  return html`${badge(t('Wrong'), 'danger')} <bdi>${mistakes.join('; ')}</bdi>`;
}
