import { commonZones, timeZones } from '../../../kernel/time.ts';
import { t } from '../../translation/translate.ts';
import { attributes, classes, type Fragment, html, type Html } from '../../html.ts';
import { icon } from '../controls.ts';
import { controlAttributes, field, fieldError, fieldHint, fieldId, type FieldOptions } from './field.ts';

export interface Choice {
  value: string;
  label: string;
  hint?: Fragment;
  disabled?: boolean;
}

/** A select field. `empty` adds a first entry without a value, such as "Choose a country". */
export function selectField(
  options: FieldOptions & {
    value?: string | undefined;
    choices: readonly Choice[];
    empty?: string;
    autocomplete?: string;
  },
): Html {
  const entries =
    options.empty === undefined ? options.choices : [{ value: '', label: options.empty }, ...options.choices];
  const control = html`<div class="select">
    <select
      class="input"
      ${attributes({ ...controlAttributes(options), autocomplete: options.autocomplete })}
    >
      ${entries.map(
        (entry) =>
          html`<option
            ${attributes({
              value: entry.value,
              selected: entry.value === options.value,
              disabled: entry.disabled,
            })}
          >
            ${entry.label}
          </option>`,
      )}
    </select>
    ${icon('chevrons-up-down')}
  </div>`;
  return field(options, control);
}

interface GroupOptions extends FieldOptions {
  choices: readonly Choice[];
  /** Shows the choices side by side. */
  inline?: boolean;
}

/** A group of radio buttons. */
export function radioGroup(options: GroupOptions & { value?: string | undefined }): Html {
  return group('radio', options, (value) => value === options.value);
}

/** A group of checkboxes that share one name. */
export function checkboxGroup(options: GroupOptions & { values?: readonly string[] }): Html {
  // `required` would apply to every box.
  return group(
    'checkbox',
    { ...options, required: false },
    (value) => options.values?.includes(value) ?? false,
  );
}

interface CheckboxOptions extends FieldOptions {
  checked?: boolean;
  /** The submitted value when checked, `on` by default. Nothing is submitted when unchecked. */
  value?: string;
}

/** A checkbox, submitted with the form. */
export function checkbox(options: CheckboxOptions): Html {
  return tick(options, false);
}

/** A checkbox drawn as a switch, for settings that are on or off. */
export function switchField(options: CheckboxOptions): Html {
  return tick(options, true);
}

function group(
  type: 'radio' | 'checkbox',
  options: GroupOptions,
  isChosen: (value: string) => boolean,
): Html {
  const { id, ...shared } = controlAttributes(options);
  return html`<fieldset
    class="${classes('field', 'choices', options.inline && 'inline', options.error && 'invalid')}"
  >
    <legend class="${classes('field-label', options.hideLabel && 'visually-hidden')}">
      ${options.label}
    </legend>
    ${fieldHint(options)}
    ${options.choices.map((choice, index) =>
      choiceRow(type, choice, {
        ...shared,
        // The first choice has the field's own id, which the error summary links to.
        id: index === 0 ? String(id) : `${String(id)}-${index}`,
        checked: isChosen(choice.value),
      }),
    )}
    ${fieldError(options)}
  </fieldset>`;
}

function tick(options: CheckboxOptions, isSwitch: boolean): Html {
  const id = fieldId(options);
  return html`<div class="${classes('field', 'tick', isSwitch && 'tick-switch', options.error && 'invalid')}">
    <input
      class="${isSwitch ? 'switch' : 'checkbox'}"
      ${attributes({
        type: 'checkbox',
        role: isSwitch ? 'switch' : undefined,
        ...controlAttributes(options),
        value: options.value ?? 'on',
        checked: options.checked,
      })}
    />
    <div>
      <label for="${id}">${options.label}</label>
      ${fieldHint(options)} ${fieldError(options)}
    </div>
  </div>`;
}

function choiceRow(
  type: 'radio' | 'checkbox',
  choice: Choice,
  control: Record<string, string | number | boolean | null | undefined>,
): Html {
  const { id } = control;
  const disabled = control.disabled === true || choice.disabled;
  return html`<div class="tick">
    <input class="${type}" ${attributes({ type, ...control, disabled, value: choice.value })} />
    <div>
      <label for="${String(id)}">${choice.label}</label>
      ${choice.hint && html`<p class="field-hint">${choice.hint}</p>`}
    </div>
  </div>`;
}

interface Swatch {
  value: string;
  label: string;
  /** A preview of the choice, decorative beside its name. */
  drawing: Fragment;
}

/** Choices with a preview of each. Its styles are in `design.css`. */
export function swatchField(
  options: FieldOptions & { value?: string | undefined; swatches: readonly Swatch[]; small?: boolean },
): Html {
  const { id, ...shared } = controlAttributes(options);
  const chosen = options.value ?? '';
  return html`<fieldset
    class="${classes('field', 'swatches', options.small && 'small', options.error && 'invalid')}"
  >
    <legend class="${classes('field-label', options.hideLabel && 'visually-hidden')}">
      ${options.label}
    </legend>
    ${fieldHint(options)}
    <div class="swatch-row">
      ${options.swatches.map(({ value, label, drawing }, i) => {
        // The first choice has the field's own id, which the error summary links to.
        const own = i === 0 ? String(id) : `${String(id)}-${i}`;
        return html`<div class="swatch">
          <input
            ${attributes({ type: 'radio', class: 'radio', ...shared, id: own, value, checked: value === chosen })}
          />
          <label for="${own}">${drawing}<span>${label}</span></label>
        </div>`;
      })}
    </div>
    ${fieldError(options)}
  </fieldset>`;
}

/** The time zone of a time beside it. Below a `time-zone` controller, the reader's zone is selected. */
export function timeZoneField(options: {
  name: string;
  id?: string;
  value: string | undefined;
  error?: string | undefined;
  everyZone?: boolean;
}): Html {
  const { everyZone = false, value, ...field } = options;
  const zone = value === undefined || value === '' ? 'UTC' : value;
  const offered = everyZone ? timeZones : commonZones;
  const zones = offered.includes(zone) ? offered : [...offered, zone];
  return selectField({
    ...field,
    label: t('Time zone'),
    value: zone,
    choices: zones.map((each) => ({ value: each, label: each.replaceAll('_', ' ') })),
  });
}
