import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Tag } from '../tag.ts';
import { tagFields } from '../components/tag-fields.ts';

/** The page on which a tag is renamed and given another colour. */
export const tagFormView = ({ id, name }: Tag, state: FormState): View => ({
  title: `Edit ${name}`,
  section: 'tags',
  body: html`${pageHeader({
    title: 'Edit tag',
    above: breadcrumbs([{ label: 'Tags', href: '/dashboard/tags' }, { label: name }]),
  })}
  ${form({
    action: `/dashboard/tags/${id}/edit`,
    state,
    submit: 'Save',
    busyLabel: 'Saving',
    cancel: { label: 'Cancel', href: '/dashboard/tags' },
    body: tagFields(state),
  })}`,
});
