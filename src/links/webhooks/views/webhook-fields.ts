import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { checkboxGroup } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import { eventNames, events as meanings, stateOf, type Delivery, type Webhook } from '../webhook.ts';

/** The form fields of a webhook. */
export function webhookFields(state: FormState, events: readonly string[]): Html {
  const field = bind(state);
  return html`${textField({
    ...field('url'),
    label: t('URL'),
    type: 'url',
    placeholder: 'https://example.com/hop',
    autocomplete: 'off',
  })}
  ${textField({
    ...field('name'),
    label: t('Name'),
    hint: t('Defaults to the host of the URL.'),
    required: false,
    maxlength: 100,
    autocomplete: 'off',
  })}
  ${checkboxGroup({
    name: 'events',
    error: state.errors?.events,
    label: t('Events'),
    values: events,
    choices: eventNames.map((value) => ({
      value,
      label: meanings()[value],
      hint: html`<code>${value}</code>`,
    })),
  })}`;
}

export function webhookState({ disabledAt, failingSince, deliveredAt }: Webhook): Html {
  if (disabledAt) return badge(t('Off'), 'neutral');
  if (failingSince) return badge(t('Failing'), 'danger');
  return deliveredAt ? badge(t('On'), 'success') : badge(t('Enabled, no deliveries yet'), 'accent');
}

export function deliveryState(delivery: Delivery): Html {
  const state = stateOf(delivery);
  if (state === 'delivered') return badge(t('Delivered'), 'success');
  if (state === 'failed') return badge(t('Failed'), 'danger');
  return state === 'retrying' ? badge(t('Retrying'), 'warning') : badge(t('Pending'), 'neutral');
}
