import { classes, html, type AttributeValue, type Fragment, type Html } from '../../html.ts';

/** Options of every field. `error` is shown at the field, and the form's error summary links to it. */
export interface FieldOptions {
  name: string;
  label: string;
  hint?: Fragment;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** Only needed if two forms on a page use the same name. */
  id?: string;
  /** Hides the label visually, for search boxes and fields whose purpose is obvious. */
  hideLabel?: boolean;
}

export function fieldId(options: Pick<FieldOptions, 'name' | 'id'>): string {
  return options.id ?? `field-${options.name.replaceAll(/[^\w-]/g, '-')}`;
}

/** The attributes that connect a control to its label, hint and error. */
export function controlAttributes(options: FieldOptions): Record<string, AttributeValue> {
  const id = fieldId(options);
  const described = [options.hint && `${id}-hint`, options.error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    name: options.name,
    required: options.required,
    disabled: options.disabled,
    'aria-invalid': options.error ? 'true' : undefined,
    'aria-describedby': described || undefined,
  };
}

/**
 * A label above a control, with the hint in between and the error below. `control` must have
 * `controlAttributes(options)`.
 */
export function field(options: FieldOptions, control: Html): Html {
  const id = fieldId(options);
  return html`<div class="${classes('field', options.error && 'invalid')}">
    <label class="${classes('field-label', options.hideLabel && 'visually-hidden')}" for="${id}"
      >${options.label}${optionalHint(options)}</label
    >
    ${fieldHint(options)} ${control} ${fieldError(options)}
  </div>`;
}

export function fieldHint(options: FieldOptions): Html | false {
  return (
    Boolean(options.hint) && html`<p class="field-hint" id="${fieldId(options)}-hint">${options.hint}</p>`
  );
}

export function fieldError(options: FieldOptions): Html | false {
  return (
    Boolean(options.error) &&
    html`<p class="field-error" id="${fieldId(options)}-error">
      <span class="visually-hidden">Error: </span>${options.error}
    </p>`
  );
}

// Most fields are required, so only optional ones are marked.
function optionalHint(options: FieldOptions): Html | false {
  return options.required === false && html` <span class="field-optional">optional</span>`;
}
