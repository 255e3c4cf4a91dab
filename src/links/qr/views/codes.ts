import { t } from '../../../web/translation/translate.ts';
import {
  badge,
  card,
  emptyState,
  pageHeader,
  table,
  relativeTime,
} from '../../../web/components/surfaces.ts';
import { linkButton, copyField } from '../../../web/components/controls.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { html, type Html, type View, shortNumber } from '../../../web/html.ts';
import { deletedNotice } from '../../owned/lists.ts';
import { ownedActions } from '../../owned/menu.ts';
import { addressList } from '../../owned/views.ts';
import { subjectStatistics } from '../../statistics/components/subject-statistics.ts';
import type { StatisticsPageData } from '../../statistics/reading.ts';
import type { StatisticsSubject } from '../../statistics/subject.ts';
import { type QrCode, codeAddress, type ListedCode } from '../code.ts';
import { contactName, type CodeContent, codeKindNames } from '../content/content.ts';
import { downloads } from './design-fields.ts';

interface CodesPage {
  hopUrl: string;
  now: Date;
  codes: readonly ListedCode[];
  total: number;
  page: number;
  perPage: number;
  search: string | undefined;
  deletedId: number | undefined;
}

export function codesView(page: CodesPage): View {
  const isNew = page.total === 0 && !page.search;
  return {
    title: t('QR codes'),
    section: 'qr',
    style: 'design',
    body: html`${pageHeader({
      title: t('QR codes'),
      lead: t('For print, shop windows and screens. Every code is verified as readable.'),
      actions: linkButton({
        label: t('New QR code'),
        href: '/dashboard/qr/new',
        icon: 'plus',
        kind: 'primary',
      }),
    })}
    ${deletedNotice('/dashboard/qr', page.deletedId, t('QR code deleted'), t('Scans show that it no longer exists.'))}
    ${isNew ? firstCode() : list(page)}`,
  };
}

const firstCode = () =>
  emptyState({
    illustration: 'links',
    title: t('Create your first QR code'),
    text: t(
      'Encode a link, contact, Wi-Fi network or text, choose colors and add your logo. Dynamic codes count scans and stay editable after printing.',
    ),
    action: linkButton({ label: t('Create QR code'), href: '/dashboard/qr/new', icon: 'qr-code' }),
  });

const list = (page: CodesPage): Html =>
  addressList(
    {
      path: '/dashboard/qr',
      words: {
        counted: (count) => t('{count, plural, one {# code} other {# codes}}', { count }),
        search: t('Search codes'),
      },
      search: page.search ?? '',
      table: codeTable(page),
    },
    page,
  );

const codeTable = ({ hopUrl, now, codes, search }: CodesPage): Html =>
  table({
    caption: t('Your QR codes'),
    rows: codes,
    rowId: ({ id }) => `code-${id}`,
    columns: [
      { label: t('Code'), main: true, cell: (code) => codeCell(hopUrl, code) },
      {
        label: t('Scans'),
        align: 'end',
        cell: ({ id, scans, isDynamic }) =>
          isDynamic || scans > 0
            ? html`<a class="click-count" href="/dashboard/qr/${id}">${shortNumber(scans)}</a>`
            : html`<span title="Static: the content is in the code itself"
                >–<span class="visually-hidden">Not counted</span></span
              >`,
      },
      { label: t('Created'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
      { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
    ],
    empty: emptyState({
      illustration: 'search',
      title: t('No matching codes'),
      text: html`No code has “${search}” in its name or URL.`,
      action: linkButton({ label: t('Show all codes'), href: '/dashboard/qr' }),
    }),
  });

function codeCell(hopUrl: string, code: ListedCode): Html {
  const { id, name, content, isDynamic } = code;
  return html`<div class="code-cell">
    <img
      src="/dashboard/qr/${id}/picture?format=svg&amp;size=100"
      alt=""
      width="56"
      height="56"
      loading="lazy"
    />
    <div class="link-cell">
      <p class="link-cell-short">
        <a href="/dashboard/qr/${id}">${name}</a> ${badge(codeKindNames()[content.kind])}
      </p>
      <p class="link-cell-about">
        ${isDynamic && html`<span>${codeAddress({ hopUrl }, code).replace(/^https?:\/\//, '')}</span> · `}${aboutContent(content)}
      </p>
    </div>
  </div>`;
}

const actions = ({ id, name }: ListedCode): Html =>
  ownedActions('/dashboard/qr', { id, name, entries: codeActs });

/** What the menu of a code offers. */
export const codeActs = ['image', 'edit', 'delete'] as const;

interface CodePage {
  hopUrl: string;
  now: Date;
  code: QrCode;
  /** The code as the subject of statistics. */
  subject: StatisticsSubject;
  statistics: StatisticsPageData;
}

/** A code with its image and statistics. */
export function codeView({ hopUrl, now, code, subject, statistics }: CodePage): View {
  const address = `/dashboard/qr/${code.id}`;
  return {
    title: code.name,
    section: 'qr',
    style: 'design',
    body: html`${pageHeader({
        title: code.name,
        above: breadcrumbs([{ label: t('QR codes'), href: '/dashboard/qr' }, { label: code.name }]),
        actions: html`${linkButton({ label: t('Edit'), href: `${address}/edit`, icon: 'pencil' })}
        ${menu({
          label: t('More actions'),
          items: menuButton({ label: t('Delete'), to: `${address}/delete`, icon: 'trash-2', danger: true }),
        })}`,
      })}
      <div class="code-page">
        ${card({
          body: html`<img
              class="code-picture"
              src="${address}/picture?format=svg&amp;size=320"
              alt="The QR code"
              width="320"
              height="320"
            />
            ${downloads(`${address}/picture`)}`,
        })}
        ${facts(hopUrl, code, now)}
      </div>
      <div class="sections">${subjectStatistics(hopUrl, subject, statistics)}</div>`,
  };
}

function facts(hopUrl: string, code: QrCode, now: Date): Html {
  const { content, isDynamic, createdAt } = code;
  const about = aboutContent(content);
  return html`<div class="code-facts">
    ${copyField({ label: t('Short URL of the code'), text: codeAddress({ hopUrl }, code) })}
    <dl class="facts">
      <div>
        <dt>Content</dt>
        <dd>
          ${badge(codeKindNames()[content.kind])}
          ${content.kind === 'link' ? html`<a href="${about}" rel="noreferrer">${about}</a>` : about}
        </dd>
      </div>
      <div>
        <dt>Type</dt>
        <dd>
          ${
            isDynamic
              ? t('Dynamic: scans are counted, and you can change the destination')
              : t('Static: scans are not counted, only visits to its URL')
          }
        </dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>${relativeTime(createdAt, now)}</dd>
      </div>
    </dl>
  </div>`;
}

/** Describes the content of a code in one line, without the password of a network. */
function aboutContent(content: CodeContent): string {
  switch (content.kind) {
    case 'link':
      return content.url;
    case 'text':
      return content.text.slice(0, 200);
    case 'email':
      return [content.email, content.subject].filter(Boolean).join(': ');
    case 'phone':
      return content.phone;
    case 'sms':
      return [content.phone, content.message.slice(0, 200)].filter(Boolean).join(': ');
    case 'wifi':
      return content.ssid;
    case 'vcard':
      return [contactName(content), content.organization, content.email].filter(Boolean).join(', ');
  }
}
