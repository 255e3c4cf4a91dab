import { formatSize } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { deletionCard, downloadsCard } from '../../../identity/data-pages/components/data-cards.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import type { DataExport } from '../../../identity/exports/exports.ts';
import { card } from '../../../web/components/card.ts';
import type { FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

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

export const dataPath = '/settings/data';

/** The data settings: storage, export and account deletion. */
export const dataView = (page: DataPage): View =>
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
