import { t } from '../../../kernel/translation/translate.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import type { FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import { longestTeaser } from '../paywall/check-paywall.ts';
import type { PlanChoice } from '../paywall/list-plan-choices.ts';

/** The audience of a paid post: subscribers of any plan, of one plan and above, or buyers of the post. */
export function paywallFields({ values = {}, errors = {} }: FormState, plans: readonly PlanChoice[]): Html {
  return html`<fieldset class="field poll-fields">
    <legend class="field-label">Paid content <span class="field-optional">optional</span></legend>
    ${selectField({
      name: 'paid_for',
      label: t('Included for'),
      value: values.paid_for ?? '',
      error: errors.paid_for ?? errors.for_subscriptions ?? errors.plan_id,
      ...(plans.length === 0 && {
        hint: t('Add a plan under Settings, Monetization to offer subscriptions.'),
      }),
      required: false,
      choices: [
        { value: '', label: t('Everyone who can see the post') },
        ...(plans.length === 0 ? [] : [{ value: 'any', label: t('Subscribers') }]),
        ...plans.map(({ id, title }) => ({
          value: id,
          label: t('Subscribers of {title} and above', { title }),
        })),
      ],
    })}
    ${textField({
      name: 'post_price',
      label: t('Price to unlock'),
      hint: t('Such as 2.50. Leave empty if it is not sold separately.'),
      value: values.post_price,
      error: errors.post_price,
      inputmode: 'decimal',
      autocomplete: 'off',
      required: false,
    })}
    ${textArea({
      name: 'paid_text',
      label: t('Preview for everyone else'),
      hint: t('Shown in place of paid content.'),
      rows: 2,
      value: values.paid_text,
      error: errors.paid_text,
      maxlength: longestTeaser,
      required: false,
    })}
  </fieldset>`;
}
