import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Channel } from '../channel.ts';
import { channelFields } from '../components/channel-fields.ts';

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
