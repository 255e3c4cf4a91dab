import { t } from '../../../kernel/translation/translate.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import { editView } from '../../owned/components/edit-view.ts';
import type { Campaign } from '../campaign.ts';
import { campaignFields } from './campaign-fields.ts';

/** The page for editing a campaign. */
export const campaignFormView = (hopUrl: string, { id, name }: Campaign, state: FormState): View =>
  editView({
    section: 'campaigns',
    title: t('Edit campaign'),
    list: { label: t('Campaigns'), href: '/dashboard/campaigns' },
    name,
    address: `/dashboard/campaigns/${id}`,
    action: `/dashboard/campaigns/${id}/edit`,
    state,
    fields: campaignFields(state, hopUrl, t('The old rotator URL stops working immediately.')),
  });
