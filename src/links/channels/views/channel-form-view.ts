import { t } from '../../../kernel/translation/translate.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import { editView } from '../../owned/components/edit-view.ts';
import type { Channel } from '../channel.ts';
import { channelFields } from '../components/channel-fields.ts';

/** The page for editing a channel. */
export const channelFormView = ({ id, name }: Channel, state: FormState): View =>
  editView({
    section: 'channels',
    title: t('Edit channel'),
    list: { label: t('Channels'), href: '/dashboard/channels' },
    name,
    address: `/dashboard/channels/${id}`,
    action: `/dashboard/channels/${id}/edit`,
    state,
    fields: channelFields(state),
  });
