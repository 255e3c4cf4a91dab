import { t } from '../../../web/translation/translate.ts';
import { button, icon } from '../../../web/components/controls.ts';
import { checkbox, selectField, timeZoneField } from '../../../web/components/fields/choice-field.ts';
import { fieldError } from '../../../web/components/fields/field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import type { FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { PlanChoice } from '../paywall.ts';
import { paywallFields } from './paywall.ts';
import { longestOption, maxOptions } from '../polls/poll.ts';
import { longestAlt, longestWarning } from '../new-post.ts';

/** Number of poll options initially shown. Another button reveals the rest. */
const visiblePollOptions = 4;

const lengths = () =>
  [
    [60, t('An hour')],
    [360, t('Six hours')],
    [1440, 'A day'],
    [4320, t('Three days')],
    [10_080, 'A week'],
    [43_200, 'A month'],
  ] as const;

interface PostOptionsOptions {
  state: FormState;
  /** Offer all time zones, on a separate page. */
  everyZone?: boolean;
  /** Plans whose subscribers the post can be limited to. */
  plans?: readonly PlanChoice[] | undefined;
}

const pollFields = [
  'poll_options',
  ...Array.from({ length: maxOptions }, (_, index) => `poll_options-${index}`),
  'poll_multiple',
  'poll_final',
];

type Option = 'warning' | 'video' | 'poll' | 'price' | 'schedule';

/** Composer tools, each with the fields whose values expand it initially. */
const optionTools = () =>
  [
    ['warning', t('Content warning'), 'triangle-alert', ['warning']],
    ['poll', t('Poll'), 'chart-bar', pollFields],
    [
      'price',
      t('Price'),
      'banknote',
      ['paid_for', 'for_subscriptions', 'plan_id', 'post_price', 'paid_text'],
    ],
    ['schedule', t('Schedule or save as draft'), 'clock', ['publish_at']],
  ] as const;

/** Toggles for additional fields. Implemented as checkboxes to work without scripts. */
export const postTools = ({ values = {}, errors = {} }: FormState, only?: Option): Html =>
  html`${optionTools()
    .filter(([option]) => only === undefined || option === only)
    .map(
      ([option, label, image, fields]) =>
        html`<label class="composer-tool" title="${label}"
          >${icon(image)}<span class="visually-hidden">${label}</span>
          <input
            class="visually-hidden"
            type="checkbox"
            ${attributes({
              'data-opens': option,
              checked: fields.some((name) => (values[name] ?? '') !== '' || errors[name]),
            })}
        /></label>`,
    )}`;

/** The fields that a tool reveals. */
export const optionPart = (option: Option, fields: Html): Html =>
  html`<div class="composer-option" data-option="${option}">${fields}</div>`;

/** The additional fields of a composer, each revealed by its tool. */
export function postOptions({ state, plans = [] }: Pick<PostOptionsOptions, 'state' | 'plans'>): Html {
  const { values = {}, errors = {} } = state;
  return html`${optionPart('warning', warning(values, errors))}
  ${optionPart('video', videoAlt(values, errors))} ${optionPart('poll', poll(values, errors))}
  ${optionPart('price', paywallFields(state, plans))}
  ${optionPart(
    'schedule',
    html`${planning(values, errors, false)}
    ${button({ label: t('Save as draft'), small: true, name: 'do', value: 'draft' })}`,
  )}`;
}

/** All additional fields, on a separate page. */
export function optionFields({ state, everyZone = false, plans = [] }: PostOptionsOptions): Html {
  const { values = {}, errors = {} } = state;
  return html`${warning(values, errors)} ${videoAlt(values, errors)} ${poll(values, errors)}
  ${paywallFields(state, plans)} ${planning(values, errors, everyZone)}`;
}

type Values = NonNullable<FormState['values']>;

const warning = (values: Values, errors: Values): Html =>
  textField({
    name: 'warning',
    label: t('Content warning'),
    hint: t('Hides the post behind this warning.'),
    value: values.warning,
    error: errors.warning,
    maxlength: longestWarning,
    required: false,
  });

const videoAlt = (values: Values, errors: Values): Html =>
  textField({
    name: 'video_alt',
    label: t('Video alt text'),
    hint: t('Describes the image for screen readers.'),
    value: values.video_alt,
    error: errors.video_alt,
    maxlength: longestAlt,
    required: false,
  });

function poll(values: Values, errors: Values): Html {
  const choice = (index: number) => {
    const named = index === 0 ? 'field-poll_options' : undefined;
    return html`<input
      class="input"
      ${attributes({
        id: named,
        type: 'text',
        name: 'poll_options[]',
        value: values[`poll_options-${index}`] ?? '',
        maxlength: longestOption,
        'aria-label': t('Choice {value}', { value: index + 1 }),
        'aria-invalid': errors.poll_options && 'true',
        'aria-describedby': errors.poll_options && 'field-poll_options-error',
        placeholder: t('Choice {value}', { value: index + 1 }),
      })}
    />`;
  };
  const all = Array.from({ length: maxOptions }, (_, index) => choice(index));
  const hasMore = pollFields.slice(1 + visiblePollOptions, 1 + maxOptions).some((name) => values[name]);
  return html`<fieldset class="field poll-fields">
    <legend class="field-label">Poll <span class="field-optional">optional</span></legend>
    ${all.slice(0, visiblePollOptions)}
    <details ${attributes({ open: hasMore })}>
      <summary>Add choices</summary>
      <div class="poll-fields">${all.slice(visiblePollOptions)}</div>
    </details>
    ${fieldError({ name: 'poll_options', label: t('Poll'), error: errors.poll_options })}
    ${selectField({
      name: 'poll_minutes',
      label: t('Poll length'),
      value: values.poll_minutes ?? '1440',
      error: errors.poll_minutes,
      choices: lengths().map(([minutes, label]) => ({ value: String(minutes), label })),
    })}
    ${checkbox({ name: 'poll_multiple', label: t('Allow multiple choices'), checked: Boolean(values.poll_multiple) })}
    ${checkbox({ name: 'poll_final', label: t('Votes are final'), checked: Boolean(values.poll_final) })}
  </fieldset>`;
}

function planning(values: Values, errors: Values, everyZone: boolean): Html {
  return html`<div class="planning" data-controller="time-zone">
    ${textField({
      name: 'publish_at',
      label: t('Schedule'),
      type: 'datetime-local',
      value: values.publish_at,
      error: errors.publish_at,
      required: false,
    })}
    ${timeZoneField({ name: 'time_zone', value: values.time_zone, error: errors.time_zone, everyZone })}
  </div>`;
}
