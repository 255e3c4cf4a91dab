import { t } from '../../web/translation/translate.ts';
import { radioGroup } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../web/components/surfaces.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';

/** The pixel consent settings. */
export function consentView(state: FormState): View {
  const field = bind(state);
  return {
    title: t('Pixel consent'),
    section: 'pixels',
    body: html`${pageHeader({
      title: t('Consent'),
      above: breadcrumbs([{ label: t('Pixels'), href: '/dashboard/pixels' }, { label: t('Consent') }]),
      lead: t('Pixels share visits with third parties. Many countries require the visitor’s consent.'),
    })}
    ${form({
      action: '/dashboard/pixels/consent',
      state,
      submit: t('Save'),
      busyLabel: t('Saving'),
      cancel: { label: t('Cancel'), href: '/dashboard/pixels' },
      body: html`${radioGroup({
          ...field('mode'),
          label: t('Before firing pixels'),
          choices: [
            {
              value: 'ask',
              label: t('Ask'),
              hint: t(
                'Pixels fire only for visitors who allow it. Their choice applies to all your links for six months.',
              ),
            },
            {
              value: 'notice',
              label: t('Notify'),
              hint: t('Visitors see a short notice and can opt out.'),
            },
            {
              value: 'legitimate',
              label: t('Neither'),
              hint: t('You rely on another legal basis.'),
            },
          ],
        })}
        ${textField({
          ...field('privacy'),
          label: t('Privacy policy URL'),
          hint: t('Linked in the consent question.'),
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
