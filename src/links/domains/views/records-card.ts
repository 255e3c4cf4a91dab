import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { copyButton } from '../../../web/components/copy.ts';
import { table } from '../../../web/components/table.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';
import type { DnsRecord, neededRecords } from '../records.ts';

export type NeededRecords = Awaited<ReturnType<typeof neededRecords>>;

/** The DNS records to set. One kind is sufficient. */
export function recordsCard(title: string, records: NeededRecords, lead: Fragment): Html {
  const { byName, byAddress, byProof } = records;
  return card({
    title,
    lead,
    body: html`${byName.length > 0 && rows(t('For a subdomain, such as links.example.com'), byName)}
    ${byAddress.length > 0 && rows(t('For a root domain, such as example.com'), byAddress)}
    ${rows(t('If its traffic passes through a proxy'), byProof)}`,
  });
}

function rows(title: string, records: readonly DnsRecord[]): Html {
  return html`<h3>${title}</h3>
    ${table({
      caption: title,
      rows: records,
      columns: [
        { label: t('Type'), main: true, cell: ({ type }) => type },
        { label: t('Name'), cell: ({ name }) => copied(name) },
        { label: t('Value'), cell: ({ value }) => copied(value) },
      ],
    })}`;
}

const copied = (text: string): Html =>
  html`<span class="copied"><code>${text}</code> ${copyButton(text, t('Copy {text}', { text }))}</span>`;
