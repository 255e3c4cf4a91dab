import { settings } from '../../../identity/components/settings-frame.ts';
import { dataPages, deletionCard, downloadsCard } from '../../../identity/data-pages.ts';
import { exportJobs, listExports } from '../../../identity/exports/exports.ts';
import type { DataExport, ExportedService } from '../../../identity/exports/exports.ts';
import { formatSize, t } from '../../../web/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import type { ArchiveSection } from '../../../platform/archive/section.ts';
import { card } from '../../../web/components/surfaces.ts';
import type { FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { getStorageUsage } from '../../uploads/uploads.ts';
import { removeFilesJob } from './erase-plaza.ts';
import { chatSections, peopleSections, walletSections } from './people-sections.ts';
import { actionSections, writtenSections } from './written-sections.ts';

/** Sections of a person's data archive. Excludes confidential statements by others and internal data. */
export const plazaSections = ({ config }: App, accountId: string): ArchiveSection[] => [
  ...writtenSections(config.plazaUrl, accountId),
  ...actionSections(config.plazaUrl, accountId),
  ...chatSections(config.plazaUrl, accountId),
  ...peopleSections(config.plazaUrl, accountId),
  ...walletSections(config, accountId),
];

export const plazaExport: ExportedService = {
  name: 'Plaza',
  schema: 'social',
  oneAtATime: 'data_export_being_made',
  pageOf: ({ config }) => `${config.plazaUrl}/settings/data`,
  sections: plazaSections,
};

export const plazaDataJobs = (added: ExportedService['sections']) => [
  ...exportJobs({
    ...plazaExport,
    sections: (app, accountId) => [...plazaExport.sections(app, accountId), ...added(app, accountId)],
  }),
  removeFilesJob,
];

const dataPath = '/settings/data';

/** Export and deletion of the viewer's own data. */
export const plazaDataPages = dataPages({
  path: dataPath,
  service: plazaExport,
  show: async (app, viewer, state = {}) =>
    dataView({
      now: app.clock.now(),
      days: app.config.ACCOUNT_DELETION_DAYS,
      exports: await listExports(app, plazaExport, viewer),
      storage: {
        bytes: await getStorageUsage(app, viewer),
        quota: app.config.STORAGE_QUOTA_MIB * 1024 ** 2,
      },
      hopUrl: app.config.hopUrl,
      state,
    }),
});

interface DataPage {
  now: Date;
  /** The grace period before deletion. */
  days: number;
  exports: readonly DataExport[];
  /** In bytes. A quota of 0 means no limit. */
  storage: { bytes: number; quota: number };
  hopUrl: string;
  state: FormState;
}

/** The data settings: storage, export and account deletion. */
const dataView = (page: DataPage): View =>
  settings(t('Export and deletion'), dataPath, html`${storageOf(page)} ${downloads(page)} ${deletion(page)}`);

const storageOf = ({ storage: { bytes, quota } }: DataPage): Html =>
  card({
    title: t('Storage'),
    body: html`<p>
      ${
        quota === 0
          ? t('{bytes} used.', { bytes: formatSize(bytes) })
          : t('{bytes} of {quota} used.', { bytes: formatSize(bytes), quota: formatSize(quota) })
      }
      Uploads and post images count toward your storage.
    </p>`,
  });

const downloads = ({ exports, now, hopUrl }: DataPage): Html =>
  downloadsCard({
    path: dataPath,
    title: t('Download your data'),
    lead: html`One archive with your Plaza data as JSON and your files.
      <a class="link" href="${hopUrl}/dashboard/data">Download your Hop data</a> separately.`,
    exports,
    now,
  });

const deletion = ({ days, state }: DataPage): Html =>
  deletionCard({
    title: t('Delete your account'),
    lead: t(
      'Deletes your account here and at Hop, with all posts, comments, friends, files and short links.',
    ),
    action: `${dataPath}/delete-account`,
    submit: t('Delete my account'),
    confirm: t('Delete your account here and at Hop?'),
    about: html`<p>
      You are signed out everywhere immediately. Deletion starts after
      ${t('{days, plural, one {# day} other {# days}}', { days })}. Until then, you can sign in again to keep
      your account. Content by others is not deleted.
    </p>`,
    state,
  });
