import { breadcrumbs } from '../../../platform/html/components/breadcrumbs.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { radioGroup } from '../../../platform/html/components/choice-field.ts';
import { bind, form, type FormState } from '../../../platform/html/form.ts';
import { html, type Html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';
import type { Link } from '../../links/link.ts';
import { shortName } from '../../links/link.ts';
import { aliasField, detailFields, targetField } from './link-fields.ts';

/** The page on which a link is changed. Its form is in a frame, so that a drawer can show it beside the list. */
export function linkFormView(hopUrl: string, link: Link, state: FormState): View {
  const name = shortName({ hopUrl }, link);
  return {
    title: `Edit ${name}`,
    section: 'links',
    body: html`${pageHeader({
      title: 'Edit link',
      above: breadcrumbs([
        { label: 'Links', href: '/dashboard' },
        { label: name, href: `/dashboard/links/${link.id}` },
        { label: 'Edit' },
      ]),
    })}
    ${linkForm(hopUrl, link, state)}`,
  };
}

function linkForm(hopUrl: string, link: Link, state: FormState): Html {
  return html`<turbo-frame id="link-form" class="sections" target="_top">
    ${form({
      action: `/dashboard/links/${link.id}/edit`,
      state,
      submit: 'Save',
      busyLabel: 'Saving',
      cancel: { label: 'Cancel', href: `/dashboard/links/${link.id}` },
      body: html`<input type="hidden" name="next" value="${state.values?.next}" /> ${targetField(state)}
        ${aliasField(state, link.domain ?? hopUrl, 'The old short address stops working as soon as you change it.')}
        ${detailFields(state)}
        ${radioGroup({
          ...bind(state)('status'),
          label: 'Who may find it',
          choices: [
            { value: 'public', label: 'Public', hint: 'It may be listed on public pages of yours.' },
            { value: 'private', label: 'Private', hint: 'Only those who have its address find it.' },
          ],
        })}`,
    })}
  </turbo-frame>`;
}
