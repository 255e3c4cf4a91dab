import { breadcrumbs } from '../../../platform/html/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { form, type FormState } from '../../../platform/html/form.ts';
import { html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';
import type { Channel } from '../channel.ts';
import { channelFields } from './channel-fields.ts';

/** The page on which a channel is changed. */
export function channelFormView({ id, name }: Channel, state: FormState): View {
  const address = `/dashboard/channels/${id}`;
  return {
    title: `Edit ${name}`,
    section: 'channels',
    body: html`${pageHeader({
      title: 'Edit channel',
      above: breadcrumbs([
        { label: 'Channels', href: '/dashboard/channels' },
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
      body: channelFields(state),
    })}`,
  };
}
