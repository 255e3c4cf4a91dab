import { attributes, classes, html, type Fragment, type Html } from '../../html.ts';
import { controlAttributes, fieldError, fieldHint, type FieldOptions } from './field.ts';

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
