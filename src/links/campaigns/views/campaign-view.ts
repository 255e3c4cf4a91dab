import { t } from '../../../kernel/translation/translate.ts';
import { copyField } from '../../../web/components/copy.ts';
import { notice } from '../../../web/components/notice.ts';
import type { FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { addByShort, groupedLinks } from '../../record/components/grouped-links.ts';
import type { Link } from '../../record/link.ts';
import type { Campaign } from '../campaign.ts';
import { groupView } from '../../owned/components/group-view.ts';

interface CampaignPage {
  hopUrl: string;
  now: Date;
  campaign: Campaign;
  rotator: string;
  /** The address of the public list. */
  publicList: string;
  rows: readonly Link[];
  total: number;
  page: number;
  perPage: number;
  /** State of the form that adds a link. */
  adder: FormState;
}

/** A campaign with its addresses and links. */
export function campaignView(page: CampaignPage): View {
  const { hopUrl, now, campaign, rows, adder } = page;
  const address = `/dashboard/campaigns/${campaign.id}`;
  return groupView({
    ...page,
    section: 'campaigns',
    list: { label: t('Campaigns'), href: '/dashboard/campaigns' },
    name: campaign.name,
    address,
    about: addresses(page),
    adder: addByShort(address, adder),
    table: groupedLinks({
      hopUrl,
      now,
      links: rows,
      caption: t('Links in this campaign'),
      removeTo: ({ id }) => `${address}/links/${id}/remove`,
    }),
  });
}

function addresses({ campaign, rotator, publicList }: CampaignPage): Html {
  if (!campaign.isPublic)
    return notice({
      title: t('This campaign is private'),
      body: html`<p>Make it public to share its rotator, which sends each visitor to one of its links.</p>`,
    });
  return html`<div class="link-summary">
    ${copyField({ label: t('Rotator'), text: rotator })}
    <dl class="facts">
      <div>
        <dt>Public link list</dt>
        <dd><a href="${publicList}">${publicList}</a></dd>
      </div>
    </dl>
  </div>`;
}
