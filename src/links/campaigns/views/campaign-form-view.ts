import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Campaign } from '../campaign.ts';
import { campaignFields } from './campaign-fields.ts';

/** The page on which a campaign is changed. */
export function campaignFormView(hopUrl: string, { id, name }: Campaign, state: FormState): View {
  const address = `/dashboard/campaigns/${id}`;
  return {
    title: `Edit ${name}`,
    section: 'campaigns',
    body: html`${pageHeader({
      title: 'Edit campaign',
      above: breadcrumbs([
        { label: 'Campaigns', href: '/dashboard/campaigns' },
        { label: name, href: address },
        { label: 'Edit' },
      ]),
    })}
    ${form({
      action: `${address}/edit`,
      state,
      submit: 'Save',
      busyLabel: 'Saving',
      cancel: { label: 'Cancel', href: address },
      body: campaignFields(state, hopUrl, 'The old rotator stops working as soon as you change it.'),
    })}`,
  };
}
