import { breadcrumbs } from '../../../platform/html/components/navigation/breadcrumbs.ts';
import { radioGroup } from '../../../platform/html/components/fields/choice-field.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { textField } from '../../../platform/html/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../platform/html/form.ts';
import { html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';

/** What comes before pixels are fired. */
export function consentView(state: FormState): View {
  const field = bind(state);
  return {
    title: 'Consent to pixels',
    section: 'pixels',
    body: html`${pageHeader({
      title: 'Consent',
      above: breadcrumbs([{ label: 'Pixels', href: '/dashboard/pixels' }, { label: 'Consent' }]),
      lead: 'Pixels tell others who follows your links. In many countries that takes the visitor’s consent.',
    })}
    ${form({
      action: '/dashboard/pixels/consent',
      state,
      submit: 'Save',
      busyLabel: 'Saving',
      cancel: { label: 'Cancel', href: '/dashboard/pixels' },
      body: html`${radioGroup({
          ...field('manner'),
          label: 'Before pixels are fired',
          choices: [
            {
              value: 'ask',
              label: 'Ask',
              hint: 'Only visitors who allow it are told of. Their answer holds for all your links, for half a year.',
            },
            {
              value: 'notice',
              label: 'Say it',
              hint: 'Visitors read it for a moment, and may refuse.',
            },
            {
              value: 'legitimate',
              label: 'Neither',
              hint: 'You have another ground than consent, and answer for it.',
            },
          ],
        })}
        ${textField({
          ...field('privacy'),
          label: 'Your privacy notice',
          hint: 'Visitors find a link to it beside the question.',
          required: false,
          type: 'url',
          placeholder: 'https://',
          autocomplete: 'off',
        })}
        <p class="field-hint">
          Nothing is ever fired for visitors whose browser says Do Not Track or sends Global Privacy Control.
        </p>`,
    })}`,
  };
}
