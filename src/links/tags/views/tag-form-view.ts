import { breadcrumbs } from '../../../platform/html/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { form, type FormState } from '../../../platform/html/form.ts';
import { html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';
import type { Tag } from '../tag.ts';
import { tagFields } from './tag-fields.ts';

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
