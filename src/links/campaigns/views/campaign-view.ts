import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { copyField } from '../../../web/components/copy.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import type { FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { addByShort, groupedLinks } from '../../record/components/grouped-links.ts';
import type { Link } from '../../record/link.ts';
import type { Campaign } from '../campaign.ts';

interface CampaignPage {
  hopUrl: string;
  now: Date;
  campaign: Campaign;
  rotator: string;
  list: string;
  rows: readonly Link[];
  total: number;
  page: number;
  perPage: number;
  /** The form in which a link is named, as it was typed. */
  adder: FormState;
}

/** A campaign with its addresses, and what is in it. */
export function campaignView(page: CampaignPage): View {
  const { hopUrl, now, campaign, rows, total, adder } = page;
  const address = `/dashboard/campaigns/${campaign.id}`;
  return {
    title: campaign.name,
    section: 'campaigns',
    body: html`${pageHeader({
      title: campaign.name,
      above: breadcrumbs([{ label: 'Campaigns', href: '/dashboard/campaigns' }, { label: campaign.name }]),
      actions: html`${linkButton({ label: 'Edit', href: `${address}/edit`, icon: 'pencil' })}
      ${menu({
        label: 'More actions',
        items: menuButton({ label: 'Delete', to: `${address}/delete`, icon: 'trash-2', danger: true }),
      })}`,
    })}
    ${addresses(page)} ${card({ body: addByShort(address, adder) })}
    ${card({
      flush: true,
      body: groupedLinks({
        hopUrl,
        now,
        links: rows,
        caption: 'Links in this campaign',
        removeTo: ({ id }) => `${address}/links/${id}/remove`,
      }),
    })}
    ${pagination({
      page: page.page,
      pages: Math.ceil(total / page.perPage),
      href: (number) => `${address}?page=${number}`,
    })}`,
  };
}

function addresses({ campaign, rotator, list }: CampaignPage): Html {
  if (!campaign.isPublic)
    return notice({
      title: 'This campaign is private',
      body: html`<p>Make it public to share its rotator, which leads each visitor to one of its links.</p>`,
    });
  return html`<div class="link-summary">
    ${copyField({ label: 'Rotator', text: rotator })}
    <dl class="facts">
      <div>
        <dt>List of its links</dt>
        <dd><a href="${list}">${list}</a></dd>
      </div>
    </dl>
  </div>`;
}
