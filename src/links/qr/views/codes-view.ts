import { badge } from '../../../web/components/badge.ts';
import { linkButton } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { codeAddress } from '../codes/code.ts';
import { kindNames } from '../content/content.ts';
import type { ListedCode } from '../codes/list-codes.ts';
import { aboutContent } from './about-content.ts';
import { deletedNotice } from '../../owned/components/list-parts.ts';
import { addressList } from '../../owned/components/address-list.ts';

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
    title: 'QR codes',
    section: 'qr',
    body: html`${pageHeader({
      title: 'QR codes',
      lead: 'For paper, shop windows and screens. Each one is drawn and read before you get it.',
      actions: linkButton({ label: 'New QR code', href: '/dashboard/qr/new', icon: 'plus', kind: 'primary' }),
    })}
    ${deletedNotice('/dashboard/qr', page.deletedId, 'The code is deleted', 'Whoever scans it now is told that it leads nowhere.')}
    ${isNew ? firstCode : list(page)}`,
  };
}

const firstCode = emptyState({
  illustration: 'links',
  title: 'Your first QR code',
  text: 'Give it a link, a contact, a Wi-Fi network or a text, choose its colours and put your logo at its middle. A code for a link counts its scans, and can lead elsewhere after it is printed.',
  action: linkButton({ label: 'Design a code', href: '/dashboard/qr/new', icon: 'qr-code' }),
});

const list = (page: CodesPage): Html =>
  addressList(
    {
      path: '/dashboard/qr',
      one: 'code',
      many: 'codes',
      searchLabel: 'Search codes',
      search: page.search ?? '',
      table: codeTable(page),
    },
    page,
  );

const codeTable = ({ hopUrl, now, codes, search }: CodesPage): Html =>
  table({
    caption: 'Your QR codes',
    rows: codes,
    rowId: ({ id }) => `code-${id}`,
    columns: [
      { label: 'Code', main: true, cell: (code) => codeCell(hopUrl, code) },
      {
        label: 'Scans',
        align: 'end',
        cell: ({ id, scans, isDynamic }) =>
          isDynamic || scans > 0
            ? html`<a class="click-count" href="/dashboard/qr/${id}">${scans.toLocaleString('en')}</a>`
            : html`<span title="What it says is in the code itself: nobody is asked">not counted</span>`,
      },
      { label: 'Made', cell: ({ createdAt }) => relativeTime(createdAt, now) },
      { label: 'Actions', hideLabel: true, align: 'end', cell: actions },
    ],
    empty: emptyState({
      illustration: 'search',
      title: 'No code matches',
      text: html`None of yours has “${search}” in its name or address.`,
      action: linkButton({ label: 'Show all codes', href: '/dashboard/qr' }),
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
        <a href="/dashboard/qr/${id}">${name}</a> ${badge(kindNames[content.kind])}
      </p>
      <p class="link-cell-about">
        ${isDynamic && html`<span>${codeAddress({ hopUrl }, code).replace(/^https?:\/\//, '')}</span> · `}${aboutContent(content)}
      </p>
    </div>
  </div>`;
}

function actions({ id, name }: ListedCode): Html {
  const address = `/dashboard/qr/${id}`;
  return menu({
    label: `Actions for ${name}`,
    items: html`${menuLink({ label: 'Picture and scans', href: address, icon: 'qr-code' })}
    ${menuLink({ label: 'Edit', href: `${address}/edit`, icon: 'pencil' })} ${menuLine}
    ${menuButton({ label: 'Delete', to: `${address}/delete`, icon: 'trash-2', danger: true })}`,
  });
}
