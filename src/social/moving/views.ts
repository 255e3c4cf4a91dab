import { settings } from '../../identity/components/settings-frame.ts';
import { formatNumber, t } from '../../web/translation/translate.ts';
import { badge, card, notice, table, relativeTime } from '../../web/components/surfaces.ts';
import { linkButton } from '../../web/components/controls.ts';
import { progressBar } from '../../web/components/charts/figures.ts';
import { checkbox } from '../../web/components/fields/choice-field.ts';
import { fileField } from '../../web/components/fields/file-field.ts';
import { buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { formatNamed } from './formats.ts';
import {
  countEntries,
  type EntryState,
  type Import,
  type ImportState,
  kindLabels,
  type ReportedEntry,
} from './import.ts';
import { peopleListsName } from './plaza.ts';
import { problems, report } from './report-view.ts';

const path = '/settings/import';

interface ImportsPage {
  /** Whether the viewer can import a whole community. */
  isOperator: boolean;
  imports: readonly Import[];
  maxMebibytes: number;
  now: Date;
  state: FormState;
}

/** The upload form and earlier imports. */
export const importsView = ({ imports, isOperator, maxMebibytes, now, state }: ImportsPage): View =>
  settings(
    t('Import'),
    path,
    html`${card({
      title: t('Move in'),
      lead: t(
        'Bring your posts and articles with their dates and pictures, and from Mastodon whom you follow, mute and block. You’ll see a preview first. Nobody is notified about what is imported.',
      ),
      body: html`${form({
          action: path,
          state,
          upload: true,
          submit: t('Preview'),
          busyLabel: t('Reading'),
          body: fileField({
            name: 'file',
            label: t('File'),
            hint: t('At most {maxMebibytes} MiB.', { maxMebibytes }),
            accept: '.zip,.gz,.csv,.xml,.json,.sql',
            required: true,
            error: state.errors?.file,
          }),
        })}
        <ul class="import-sources">
          ${sources(isOperator).map(([name, files]) => html`<li><strong>${name}</strong> <span>${files}</span></li>`)}
        </ul>`,
    })}
    ${imports.length > 0 && earlier(imports, now)}
    ${card({
      title: t('Export blocks and mutes'),
      lead: t('CSV files that Mastodon and other Plazas import, or both lists as JSON for other Plazas.'),
      body: html`<p class="button-row">
        ${download('blocked_accounts.csv', t('Blocked people'))}
        ${download('muted_accounts.csv', t('Muted people'))} ${download(peopleListsName, t('Both as JSON'))}
      </p>`,
    })}`,
  );

const download = (file: string, label: string): Html =>
  linkButton({
    label,
    href: `${path}/${file}`,
    icon: 'download',
    small: true,
    data: { 'data-turbo': 'false' },
  });

/** What can be imported, and the files that it is in. */
const sources = (isOperator: boolean): (readonly [string, string])[] => [
  ['Mastodon', t('Archive (.zip, .tar.gz), or one of its CSV files')],
  ['Plaza', t('Archive (.zip), or people_lists.json')],
  ['WordPress', t('Export (.xml)')],
  ['Ghost', t('Export (.json)')],
  ['Substack', t('Export (.zip)')],
  ...(isOperator
    ? ([
        ['Discourse', t('Backup of the whole forum (.tar.gz, .sql.gz)')],
        ['phpBB', t('Backup of the database (.sql, .sql.gz), or with its files (.zip)')],
        ['NodeBB', t('objects.json by mongoexport, or a dump by pg_dump (.sql, .sql.gz)')],
      ] as const)
    : []),
];

const earlier = (imports: readonly Import[], now: Date): Html =>
  card({
    title: t('Your imports'),
    flush: true,
    body: table({
      caption: t('Your imports'),
      rows: imports,
      columns: [
        {
          label: t('File'),
          main: true,
          cell: ({ id, fileName }) =>
            html`<a class="link" href="${path}/${id}" dir="auto">${fileName || t('Import')}</a>`,
        },
        {
          label: t('Status'),
          cell: ({ state }) => badge(stateLabels()[state], state === 'unreadable' ? 'danger' : undefined),
        },
        { label: t('Uploaded'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
      ],
    }),
  });

const stateLabels = (): Readonly<Record<ImportState, string>> => ({
  reading: t('Reading'),
  unreadable: t('Not readable'),
  ready: t('Ready'),
  running: t('Importing'),
  finished: t('Finished'),
  undoing: t('Undoing'),
  undone: t('Undone'),
});

export interface ImportPage {
  found: Import;
  /** People of a community who were not told yet. */
  uninvited: number;
  /** What was not imported, and one more than on a page if there are others. */
  entries: readonly ReportedEntry[];
  state: FormState;
}

const isWaiting = ({ state }: Import) => state === 'reading' || state === 'running' || state === 'undoing';

/** Changes whenever the content of the frame does. */
export const importVersion = (found: Import): string =>
  `${found.state}${countEntries(found, ({ state }) => state !== 'waiting' && state !== 'done')}-${countEntries(found, ({ state }) => state === 'done')}`;

export const importView = (page: ImportPage): View => ({
  ...settings(page.found.fileName || t('Import'), path, importFrame(page)),
  // With scripts, the frame reloads itself instead.
  ...(isWaiting(page.found) && {
    head: html`<noscript><meta http-equiv="refresh" content="3" /></noscript>`,
  }),
});

/** The import, in a frame that reloads itself while a job works on it. */
export function importFrame(page: ImportPage): Html {
  const { found } = page;
  if (!isWaiting(found))
    return html`<turbo-frame id="import" class="sections" target="_top">${contentOf(page)}</turbo-frame>`;
  return html`<turbo-frame
    id="import"
    class="sections"
    target="_top"
    data-controller="refresh"
    data-refresh-address-value="${path}/${found.id}/progress"
    data-refresh-seconds-value="1"
    data-refresh-version-value="${importVersion(found)}"
    >${contentOf(page)}</turbo-frame
  >`;
}

function contentOf(page: ImportPage): Html {
  const { found } = page;
  if (found.state === 'unreadable')
    return html`${notice({
      tone: 'danger',
      title: t('This file cannot be imported'),
      body: html`<p>${found.problem}</p>`,
    })}
    ${cancelButton(found, t('Delete file'))}`;
  if (found.state === 'reading')
    return card({
      title: t('Reading the file'),
      body: html`<p>${t('A preview appears here shortly. You can leave this page.')}</p>`,
      footer: cancelButton(found, t('Delete file')),
    });
  if (found.state === 'ready') return preview(page);
  return isWaiting(found) ? progress(found) : report(page);
}

const cancelButton = ({ id }: Import, label: string): Html =>
  buttonForm({ to: `${path}/${id}/cancel`, label, small: true });

function preview({ found, entries, state }: ImportPage): Html {
  const labels = kindLabels();
  const countOf = (kind: string) => countEntries(found, (count) => count.kind === kind);
  const { kinds: known, unchosen, isCommunity } = formatNamed(found.format);
  const kinds = known.filter((kind) => countOf(kind) > 0);
  const others = ['not_public', 'boost', 'direct', 'favorite'].filter((kind) => countOf(kind) > 0);
  const line = (kind: string) => `${labels[kind] ?? kind}: ${formatNumber(countOf(kind))}`;
  return html`${card({
    title: found.from ? t('From {account}', { account: found.from }) : t('What to import'),
    body:
      kinds.length === 0
        ? html`<p>${t('There is nothing in this file that can be imported.')}</p>`
        : form({
            action: `${path}/${found.id}/start`,
            state,
            submit: t('Import'),
            body: html`${state.errors?.kinds && notice({ tone: 'danger', body: state.errors.kinds })}
              ${kinds.map((kind) =>
                checkbox({
                  name: kind,
                  label: line(kind),
                  checked: state.values ? state.values[kind] === 'on' : !unchosen.includes(kind),
                }),
              )}
              <p class="quiet">
                ${
                  isCommunity
                    ? t(
                        'People get accounts without a password, and nobody is told before you invite them. Private categories and messages are not in this list.',
                      )
                    : t(
                        'Public posts stay public, and posts for followers become posts for friends. People are found if they are members here under the name in the file.',
                      )
                }
              </p>`,
          }),
    footer: cancelButton(found, t('Delete file')),
  })}
  ${entries.length > 0 && problems(found, entries, unreadableTitle(found))}
  ${
    others.length > 0 &&
    card({
      title: t('Not imported'),
      body: html`<ul>
          ${others.map((kind) => html`<li>${line(kind)}</li>`)}
        </ul>
        <p class="quiet">
          ${t('Boosts and favorites are of posts by others, and private mentions are for those they name.')}
        </p>`,
    })
  }`;
}

const unreadableTitle = (found: Import): string => {
  const n = countEntries(found, ({ kind }) => kind === 'unreadable');
  return t('{n, plural, one {# line cannot be read} other {# lines cannot be read}}', { n });
};

function progress(found: Import): Html {
  const isUndoing = found.state === 'undoing';
  const left: EntryState = isUndoing ? 'done' : 'waiting';
  const ended: readonly EntryState[] = isUndoing ? ['undone', 'kept'] : ['done', 'known', 'failed'];
  const value = countEntries(found, ({ state }) => ended.includes(state));
  return card({
    title: isUndoing ? t('Undoing') : t('Importing'),
    body: html`${progressBar({
        label: t('Entries: {done}', { done: formatNumber(value) }),
        value,
        max: Math.max(1, value + countEntries(found, ({ state }) => state === left)),
      })}
      <p>${t('You can leave this page.')}</p>`,
    ...(!isUndoing && { footer: cancelButton(found, t('Stop')) }),
  });
}
