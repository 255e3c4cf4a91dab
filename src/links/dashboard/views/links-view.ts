import { formatNumber, t } from '../../../web/translation/translate.ts';
import { button, linkButton, copyField, icon } from '../../../web/components/controls.ts';
import { card, emptyState, notice, pageHeader } from '../../../web/components/surfaces.ts';
import { dialog } from '../../../web/components/fields/dialog.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import { type Link, shortAddress } from '../../link/link.ts';
import { linkShareMenu } from '../../link/components.ts';
import { isUnfiltered } from '../../link/filter.ts';
import type { LinkRow } from '../../link/list-links.ts';
import type { Tag } from '../../tags/tags.ts';
import type { LinkChoices } from '../../shorten/reading.ts';
import { listAddress, toLinkFilter, type LinkPageQuery } from '../requests.ts';
import { builderFrame } from './builder-view.ts';
import { bulkBar, linkTable } from './link-table.ts';
import { pasteBox } from '../paste-pages.ts';
import { aliasField, detailFields, targetField } from '../components.ts';
import { filterBar, linkFilterChips } from './link-filters.ts';

export interface LinksPage {
  hopUrl: string;
  now: Date;
  query: LinkPageQuery;
  choices: LinkChoices;
  rows: readonly ListRow[];
  count: { total: number; isMore: boolean };
  perPage: number;
  /** State of the form above the list. */
  form: FormState;
  /** State of a rejected bulk action. */
  bulk: FormState;
  created: Link | undefined;
  deletedId: number | undefined;
  /** Time of a bulk deletion. */
  goneAt: number | undefined;
}

export interface ListRow {
  link: LinkRow;
  tags: readonly Tag[];
  /** Clicks per day over the last days. */
  trend: readonly number[];
}

export function linksView(page: LinksPage): View {
  const isNew = page.count.total === 0 && isUnfiltered(toLinkFilter(page.query));
  return {
    title: t('Links'),
    section: 'links',
    style: 'link-builder',
    body: html`${pageHeader({
      title: t('Links'),
      lead: t('Shorten, share and track your links.'),
      actions: html`${linkButton({ label: t('Import'), href: '/dashboard/import', icon: 'upload' })}
      ${linkButton({ label: t('Export'), href: '/dashboard/export', icon: 'download' })}
      ${linkButton({ label: t('New link'), href: '/dashboard/links/new', icon: 'plus', kind: 'primary' })}`,
    })}
    ${notices(page)} ${createForm(page)} ${isNew ? firstSteps() : list(page)} ${!isNew && editor()}`,
  };
}

/** Edits a link in a drawer beside the list. Without scripts, its page opens instead. */
const editor = (): Html =>
  dialog({
    id: 'edit-link',
    title: t('Edit link'),
    drawer: true,
    data: { 'data-controller': 'drawer' },
    body: html`<turbo-frame id="${builderFrame}" target="_top"></turbo-frame>`,
  });

function notices(page: LinksPage): Html {
  return html`${page.created && createdNotice(page, page.created)}
  ${
    page.deletedId &&
    goneNotice(t('Link deleted'), {
      to: `/dashboard/links/${page.deletedId}/restore`,
    })
  }
  ${
    page.goneAt &&
    goneNotice(t('Links deleted'), {
      to: '/dashboard/bulk/restore',
      fields: { at: String(page.goneAt) },
    })
  }
  ${bulkProblem(page)}`;
}

function createForm({ hopUrl, form: createForm }: LinksPage): Html {
  const typed = { ...createForm.values, ...createForm.errors };
  const open = ['custom', 'metatitle', 'description', 'expiry'].some((name) => typed[name]);
  const fields = form({
    action: '/dashboard',
    state: createForm,
    body: html`<div class="maker">
        ${targetField(createForm)}
        ${button({ label: t('Shorten'), kind: 'primary', busyLabel: t('Shortening') })}
      </div>
      <details class="more" ${attributes({ open })}>
        <summary>${icon('chevron-down')}Alias, title, note, expiry</summary>
        <div class="more-fields">
          ${aliasField(createForm, hopUrl, t('Letters, digits, hyphens and underscores. Leave empty for a random alias.'))}
          ${detailFields(createForm)}
        </div>
      </details>`,
  });
  return html`<div class="maker-card">${card({ body: html`${fields} ${pasteBox()}` })}</div>`;
}

/** What has no field to be shown at, such as a bulk action without links. */
function bulkProblem({ bulk: { message, errors = {} }, choices }: LinksPage): Html | undefined {
  const { channel, campaign } = errors;
  const shown =
    message ??
    errors.id ??
    errors.all ??
    (choices.channels.length === 0 ? channel : undefined) ??
    (choices.campaigns.length === 0 ? campaign : undefined);
  return shown === undefined ? undefined : notice({ tone: 'danger', title: t('No changes'), body: shown });
}

/** The new link, with what is done with a link next. */
function createdNotice({ hopUrl }: LinksPage, link: Link): Html {
  const short = shortAddress({ hopUrl }, link);
  const address = `/dashboard/links/${link.id}`;
  return notice({
    tone: 'success',
    title: t('Your short link is ready'),
    body: html`<div class="link-share">
      ${copyField({ label: t('Short link'), text: short })}
      <a class="link-qr" href="${address}/qr"
        ><img src="${address}/qr/picture" width="160" height="160" alt="QR code of the short link"
      /></a>
      <div class="form-actions">
        ${linkButton({ label: t('Edit'), href: `${address}/edit`, icon: 'pencil', data: { 'data-turbo-frame': builderFrame } })}
        ${linkButton({ label: t('QR code'), href: `${address}/qr`, icon: 'qr-code' })}
        ${linkButton({ label: t('Statistics'), href: address, icon: 'chart-line' })}
        ${linkShareMenu(short, link.title)}
      </div>
    </div>`,
  });
}

const goneNotice = (title: string, undo: { to: string; fields?: Record<string, string> }): Html =>
  notice({
    title,
    body: html`<p>Its short URL no longer works.</p>
      ${buttonForm({ ...undo, label: t('Undo'), icon: 'reply', small: true })}`,
  });

function list(page: LinksPage): Html {
  const { query, count, perPage, choices } = page;
  return html`<section class="link-list" aria-labelledby="list-title" data-controller="selection">
    <div class="toolbar">
      <h2 id="list-title">${countOf(page)}</h2>
      ${filterBar(query, choices)}
    </div>
    ${linkFilterChips(query, choices)} ${bulkBar(page)}
    <div class="link-table">${card({ flush: true, body: linkTable(page) })}</div>
    ${pagination({
      page: query.page ?? 1,
      pages: Math.ceil(count.total / perPage),
      href: (number) => listAddress(query, { page: number }),
    })}
    ${
      count.isMore &&
      html`<p class="field-hint">
        The list shows at most ${formatNumber(count.total)} links. Search or filter to see others.
      </p>`
    }
  </section>`;
}

function countOf({ count: { total, isMore }, query }: LinksPage): string {
  const count = isMore
    ? t('{total, plural, one {More than # link} other {More than # links}}', { total })
    : t('{total, plural, one {# link} other {# links}}', { total });
  return query.q ? t('{count} with “{search}”', { count, search: query.q }) : count;
}

function firstSteps(): Html {
  return emptyState({
    illustration: 'links',
    title: t('Create your first short link'),
    text: t(
      'Paste a URL above and press Shorten. Every click is counted, with country, browser and referrer.',
    ),
    action: linkButton({ label: t('Or create links with the API'), href: '/dashboard/api', icon: 'code' }),
  });
}
