import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { operations, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { badge, card, notice, table } from '../../web/components/surfaces.ts';
import { button, linkButton } from '../../web/components/controls.ts';
import { fileField } from '../../web/components/fields/file-field.ts';
import { textArea } from '../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState, refused } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import {
  type DomainRow,
  formatDomainBlocks,
  importDomainBlocks,
  longestList,
  previewDomainBlocks,
  undoDomainImport,
} from '../moderation/domain-blocks.ts';
import { moderationPage } from './views/numbers-view.ts';

const moderator = pagesFor('moderator');
const path = '/moderation/domains';
const List = Type.Object({ list: Type.String({ maxLength: longestList }) });
const fileName = 'domain_blocks.csv';
/** Characters of domains have up to four bytes. */
const listFile = { fields: ['file'], max: 1, bytes: () => 4 * longestList };

/** Where moderators share lists of blocked domains with servers of Mastodon. */
export const domainBlockPages = [
  moderator.get({
    path,
    query: Type.Object({ done: Type.Optional(Id) }),
    handle: ({ query }) => domainsView({ done: query.done, state: {} }),
  }),
  moderator.get({
    path: `${path}/${fileName}`,
    handle: async ({ app }) => ({
      type: 'text/csv; charset=utf-8',
      body: await formatDomainBlocks(app),
      headers: { 'content-disposition': `attachment; filename="${fileName}"` },
    }),
  }),
  moderator.post({
    path: `${path}/preview`,
    verb: previewDomainBlocks,
    files: listFile,
    body: Type.Object({ list: Type.String({ maxLength: longestList, default: '' }) }),
    handle: async ({ app, body, files: [upload] }) => {
      const list = upload?.file ? await readFile(upload.file, 'utf8') : body.list;
      return domainsView({ rows: await previewDomainBlocks(app, list), state: { values: { list } } });
    },
    again: ({ body }, problem) => domainsView({ state: refused(body, problem) }),
  }),
  moderator.post({
    path: `${path}/import`,
    verb: importDomainBlocks,
    body: List,
    handle: async ({ app, viewer, body: { list } }) => {
      const { id, imported } = await importDomainBlocks(app, viewer, list);
      const text = t('{imported, plural, one {# domain imported} other {# domains imported}}', { imported });
      return redirect(`${path}?done=${id}`, { kind: 'success', text });
    },
    again: ({ body }, problem) => domainsView({ state: refused(body, problem) }),
  }),
  moderator.post({
    path: `${path}/undo`,
    verb: undoDomainImport,
    body: Type.Object({ id: Id }),
    handle: async ({ app, viewer, body }) => {
      await undoDomainImport(app, viewer, body.id);
      return redirect(path, { kind: 'success', text: t('Import undone') });
    },
  }),
];

const api = operations('Moderation', 'moderator');
const apiPath = '/apis/php/moderation/domains';
const about = 'Extension. For moderators.';
const Csv = Type.Object({
  list: Type.String({
    maxLength: longestList,
    description: 'CSV as Mastodon exports it: `#domain,#severity,…`. At most 5,000 rows',
  }),
});
const example = { list: '#domain,#severity\nspam.example,suspend\n' };

export const domainBlockRoutes = [
  api.get({
    path: apiPath,
    summary: 'Export the blocked domains',
    description: `${about} As the administrators of Mastodon import it. Rejected domains are \`suspend\`, held ones \`silence\`.`,
    returns: Envelope(Type.Object({ list: Type.String() })),
    handle: async ({ app }) => ({ data: { list: await formatDomainBlocks(app) } }),
  }),
  api.post({
    path: `${apiPath}/preview`,
    verb: previewDomainBlocks,
    summary: 'Preview an import of blocked domains',
    description: `${about} Says of each row what would happen. Changes nothing.`,
    body: Csv,
    example,
    returns: Envelope(
      Type.Array(
        Type.Object({
          line: Type.Integer(),
          domain: Type.String(),
          state: Type.Enum(['new', 'changed', 'same', 'skipped']),
          outcome: Type.String({ description: 'hold, refuse, or empty' }),
          reason: Type.String({ description: 'Why the row is skipped' }),
        }),
      ),
    ),
    handle: async ({ app, body }) => ({
      data: (await previewDomainBlocks(app, body.list)).map(({ outcome, ...row }) => ({
        ...row,
        outcome: outcome ?? '',
      })),
    }),
  }),
  api.post({
    path: `${apiPath}/import`,
    verb: importDomainBlocks,
    summary: 'Import blocked domains',
    description: `${about} What is new or changed. The id undoes it within 30 days.`,
    body: Csv,
    example,
    returns: Envelope(Type.Object({ id: Type.String(), imported: Type.Integer(), skipped: Type.Integer() })),
    handle: async ({ app, viewer, body }) => ({ data: await importDomainBlocks(app, viewer, body.list) }),
  }),
  api.post({
    path: `${apiPath}/undo`,
    verb: undoDomainImport,
    summary: 'Undo an import of blocked domains',
    description: `${about} Domains that were changed since then stay as they are.`,
    body: Type.Object({ id: Id }),
    example: { id: '12' },
    returns: Done,
    handle: async ({ app, viewer, body }) => {
      await undoDomainImport(app, viewer, body.id);
      return { message: 'Undone' };
    },
  }),
];

interface DomainsPage {
  rows?: readonly DomainRow[];
  /** An import just now, which can be undone. */
  done?: string | undefined;
  state: FormState;
}

const domainsView = ({ rows, done, state }: DomainsPage): View =>
  moderationPage(
    t('Blocked domains'),
    '/moderation/words',
    t('Share lists of blocked domains with servers of Mastodon.'),
    html`${
        done &&
        notice({
          tone: 'success',
          body: html`<p>The list was imported.</p>
            ${buttonForm({ to: `${path}/undo`, label: t('Undo'), icon: 'undo-2', small: true, fields: { id: done } })}`,
        })
      }
      ${rows && previewCard(rows, state.values?.list ?? '')}
      ${card({
        title: t('Import list'),
        lead: t(
          'Links to suspended domains are rejected, links to limited ones are held for review. Subdomains are included.',
        ),
        actions: linkButton({
          label: t('Download list'),
          href: `${path}/${fileName}`,
          small: true,
          data: { 'data-turbo': 'false' },
        }),
        body: form({
          action: `${path}/preview`,
          submit: t('Preview'),
          submitKind: rows ? 'quiet' : 'primary',
          answersWithPage: true,
          upload: true,
          state: rows ? {} : state,
          body: html`${fileField({
            name: 'file',
            label: t('File'),
            accept: '.csv,.txt',
            required: false,
            error: state.errors?.file,
          })}
          ${textArea({
            ...bind(state)('list'),
            label: t('domain_blocks.csv of Mastodon'),
            hint: t('Or paste the file, or one domain per line. You’ll see a preview first.'),
            rows: 6,
            mono: true,
          })}`,
        }),
      })}
      <p>${linkButton({ label: t('Back to words'), href: '/moderation/words', kind: 'plain' })}</p>`,
  );

const shownRows = 200;

function previewCard(rows: readonly DomainRow[], list: string): Html {
  const count = (state: DomainRow['state']) => rows.filter((row) => row.state === state).length;
  const changed = count('new') + count('changed');
  const sorted = [...rows].sort((one, other) => rank(one) - rank(other) || one.line - other.line);
  return card({
    title: t('Preview'),
    lead: t('{added} new, {changed} changed, {same} as before, {skipped} not imported.', {
      ...{ added: count('new'), changed: count('changed'), same: count('same'), skipped: count('skipped') },
    }),
    body: html`${table({
      caption: t('Preview'),
      rows: sorted.slice(0, shownRows),
      columns: [
        { label: t('Domain'), main: true, cell: ({ domain }) => html`<bdi>${domain || '–'}</bdi>` },
        { label: t('Line'), align: 'end', cell: ({ line }) => String(line) },
        { label: t('Action'), cell: outcomeOf },
        { label: t('Note'), cell: noteOf },
      ],
    })}
    ${
      rows.length > shownRows &&
      html`<p class="field-hint">The first ${shownRows} of ${rows.length} rows, those not imported first.</p>`
    }
    ${
      changed > 0 &&
      html`<form class="form" action="${path}/import" method="post">
        <input type="hidden" name="list" value="${list}" />
        <div class="button-row">${button({ label: t('Import'), kind: 'primary' })}</div>
      </form>`
    }`,
  });
}

const rank = ({ state }: DomainRow): number => ['skipped', 'changed', 'new', 'same'].indexOf(state);

const outcomeOf = ({ outcome }: DomainRow) =>
  outcome === null
    ? t('Not imported')
    : badge(outcome === 'hold' ? t('Hold') : t('Reject'), outcome === 'hold' ? 'neutral' : 'danger');

const noteOf = ({ state, reason }: DomainRow): string =>
  ({ skipped: reason, new: t('New'), changed: t('Changed'), same: t('As before') })[state];
