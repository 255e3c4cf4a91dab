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
