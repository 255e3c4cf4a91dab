import { attributes, classes, html, type AttributeValue, type Html } from '../../html.ts';
import { controlAttributes, field, type FieldOptions } from './field.ts';
import { icon } from '../controls.ts';
import type { IconName } from '../icon-names.ts';

export interface TextFieldOptions extends FieldOptions {
  type?: 'text' | 'email' | 'url' | 'tel' | 'number' | 'search' | 'date' | 'datetime-local' | 'color';
  value?: string | number | undefined;
  placeholder?: string;
  /** The autofill name, such as `email`, `username`, `given-name` or `one-time-code`. */
  autocomplete?: string;
  /** The id of a `<datalist>` with suggestions. */
  list?: string;
  inputmode?: 'numeric' | 'decimal' | 'url' | 'email' | 'search';
  minlength?: number;
  maxlength?: number;
  min?: number | string;
  max?: number | string;
  step?: number | string;
  pattern?: string;
  autofocus?: boolean;
  /** Fixed text before the value, such as the domain of a short link. */
  prefix?: string;
  suffix?: string;
  icon?: IconName;
  /** A button at the end of the field, which needs scripts. `action`: the method of a controller. */
  button?: { label: string; icon: IconName; action: string } | undefined;
  /** Monospaced, for codes, keys and aliases. */
  mono?: boolean;
  readonly?: boolean;
  /** Additional attributes, such as a controller target. */
  data?: Readonly<Record<string, AttributeValue>>;
}

/** A single-line text field. `type: 'datetime-local'` or `'date'` for a date and time or a date. */
export function textField(options: TextFieldOptions): Html {
  const { type = 'text', prefix, suffix, button } = options;
  const input = html`<input
    class="${options.mono ? 'input mono' : 'input'}"
    ${attributes({
      type,
      ...controlAttributes(options),
      value: options.value,
      placeholder: options.placeholder,
      autocomplete: options.autocomplete,
      list: options.list,
      inputmode: options.inputmode,
      minlength: options.minlength,
      maxlength: options.maxlength,
      min: options.min,
      max: options.max,
      step: options.step,
      pattern: options.pattern,
      autofocus: options.autofocus,
      readonly: options.readonly,
      ...plainTyping(options),
      ...options.data,
    })}
  />`;
  if (!prefix && !suffix && !button && !options.icon) return field(options, input);
  // URLs are left to right in every language, and so are their prefixes.
  const dir = options.mono && prefix ? 'ltr' : undefined;
  return field(
    options,
    html`<div class="input-group" ${attributes({ dir })}>
      ${options.icon && html`<span class="input-icon">${icon(options.icon)}</span>`}
      ${prefix && html`<span class="input-affix">${prefix}</span>`} ${input}
      ${suffix && html`<span class="input-affix">${suffix}</span>`}
      ${
        button &&
        html`<button
          class="input-button needs-script"
          ${attributes({ type: 'button', title: button.label, 'aria-label': button.label, 'data-action': button.action })}
        >
          ${icon(button.icon)}
        </button>`
      }
    </div>`,
  );
}

/**
 * A password field with a button that reveals it. `purpose` tells password managers whether it is the current
 * or a new password.
 */
export function passwordField(
  options: FieldOptions & { purpose: 'current' | 'new'; minlength?: number; autofocus?: boolean },
): Html {
  const input = html`<input
    class="input"
    ${attributes({
      type: 'password',
      ...controlAttributes(options),
      autocomplete: `${options.purpose}-password`,
      minlength: options.minlength,
      autofocus: options.autofocus,
      'data-password-target': 'input',
    })}
  />`;
  return field(
    options,
    html`<div class="input-group" data-controller="password">
      ${input}
      <button
        class="input-button needs-script"
        type="button"
        data-password-target="toggle"
        data-action="password#toggle"
        aria-pressed="false"
        aria-label="Show password"
      >
        ${icon('eye')}${icon('eye-off')}
      </button>
    </div>`,
  );
}

interface TextAreaOptions extends FieldOptions {
  value?: string | undefined;
  rows?: number;
  placeholder?: string;
  /** Also shows how many characters remain. */
  maxlength?: number;
  mono?: boolean;
  /** Completes mentions and hashtags while typing. */
  mentions?: boolean;
}

/** A multiline text field that grows with its content. */
export function textArea(options: TextAreaOptions): Html {
  const area = html`<textarea
    class="${options.mono ? 'input mono' : 'input'}"
    ${attributes({
      ...controlAttributes(options),
      rows: options.rows ?? 3,
      placeholder: options.placeholder,
      maxlength: options.maxlength,
      'data-controller': classes(
        'autosize',
        options.maxlength !== undefined && 'counter',
        options.mentions && 'complete',
      ),
    })}
  >
${options.value}</textarea>`;
  return field(options, area);
}

// Disables capitalization and correction for URLs and names.
function plainTyping(options: TextFieldOptions): Record<string, string> {
  const names = ['username', 'email', 'url', 'one-time-code'];
  const plain =
    options.mono === true || names.includes(options.type ?? '') || names.includes(options.autocomplete ?? '');
  return plain ? { autocapitalize: 'none', spellcheck: 'false' } : {};
}
