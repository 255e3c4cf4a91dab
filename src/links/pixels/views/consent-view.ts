import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { radioGroup } from '../../../web/components/fields/choice-field.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

/** What comes before pixels are fired. */
export function consentView(state: FormState): View {
  const field = bind(state);
  return {
    title: 'Pixel consent',
    section: 'pixels',
    body: html`${pageHeader({
      title: 'Consent',
      above: breadcrumbs([{ label: 'Pixels', href: '/dashboard/pixels' }, { label: 'Consent' }]),
      lead: 'Pixels share visits with third parties. Many countries require the visitor’s consent.',
    })}
    ${form({
      action: '/dashboard/pixels/consent',
      state,
      submit: 'Save',
      busyLabel: 'Saving',
      cancel: { label: 'Cancel', href: '/dashboard/pixels' },
      body: html`${radioGroup({
          ...field('manner'),
          label: 'Before firing pixels',
          choices: [
            {
              value: 'ask',
              label: 'Ask',
              hint: 'Pixels fire only for visitors who allow it. Their choice applies to all your links for six months.',
            },
            {
              value: 'notice',
              label: 'Notify',
              hint: 'Visitors see a short notice and can opt out.',
            },
            {
              value: 'legitimate',
              label: 'Neither',
              hint: 'You rely on another legal basis.',
            },
          ],
        })}
        ${textField({
          ...field('privacy'),
          label: 'Privacy policy URL',
          hint: 'Linked in the consent question.',
          required: false,
          type: 'url',
          placeholder: 'https://',
          autocomplete: 'off',
        })}
        <p class="field-hint">
          Pixels never fire for visitors who send Do Not Track or Global Privacy Control.
        </p>`,
    })}`,
  };
}
