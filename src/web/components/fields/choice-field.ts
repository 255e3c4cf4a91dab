import { attributes, classes, html, type Fragment, type Html } from '../../html.ts';
import { controlAttributes, field, fieldError, fieldHint, fieldId, type FieldOptions } from './field.ts';
import { icon } from '../icon.ts';

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
