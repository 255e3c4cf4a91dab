import { breadcrumbs } from '../../../platform/html/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { form, type FormState } from '../../../platform/html/form.ts';
import { html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';
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
