import { t } from '../../../kernel/translation/translate.ts';
import { button, iconButton } from '../../../web/components/button.ts';
import { fieldError } from '../../../web/components/fields/field.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { quotedIn, rowsOf, type BuilderState, type ListName } from '../builder-state.ts';

interface RowField {
  field: string;
  label: string;
  placeholder?: string;
  type?: 'text' | 'url' | 'number';
  /** Options of a `<select>`. */
  choices?: readonly { value: string; label: string }[];
  /** Id of a `<datalist>` with suggestions. */
  list?: string;
  wide?: boolean;
}

/**
 * A list of input rows. Without scripts, it has some empty rows and a button that adds more. With scripts,
 * rows can be added and removed.
 */
export function rows(
  state: BuilderState,
  options: { list: ListName; label: string; add: string; error: string; fields: readonly RowField[] },
): Html {
  const { list, label, fields } = options;
  const filled: Record<string, string>[] = rowsOf(state, list);
  const shown: Record<string, string>[] = [...filled, ...Array.from({ length: state.spare }, () => ({}))];
  const error = state.errors?.[options.error];
  const id = `field-${options.error}`;
  const isWrong = error === undefined ? () => false : wrongIn(filled, error);
  return html`<fieldset class="rows" data-controller="rows" id="${id}" tabindex="-1">
    <legend class="field-label">${label}</legend>
    ${fieldError({ name: options.error, label, error })}
    <ol class="row-list">
      ${shown.map(
        (row, at) =>
          html`<li class="row-fields" data-columns="${fields.length}" data-rows-target="row">
            ${fields.map((field) => {
              const value = row[field.field] ?? '';
              const errorId = isWrong(value, at) ? `${id}-error` : undefined;
              return control(list, field, { value, at, errorId });
            })}
            ${iconButton({
              icon: 'x',
              label: t('Remove'),
              type: 'button',
              small: true,
              data: { 'data-action': 'rows#remove', class: undefined },
            })}
          </li>`,
      )}
    </ol>
    ${button({
      name: 'act',
      value: 'more',
      label: options.add,
      icon: 'plus',
      small: true,
      data: { 'data-action': 'rows#add' },
    })}
  </fieldset>`;
}

/** Decides which fields an error is about: those whose value it quotes, else all that are filled in. */
function wrongIn(filled: readonly Record<string, string>[], error: string) {
  const quoted = quotedIn(error);
  const isQuoted = (value: string) => value !== '' && quoted.includes(value);
  const isAny = filled.flatMap((row) => Object.values(row)).some(isQuoted);
  return (value: string, at: number) => (isAny ? isQuoted(value) : at < Math.max(filled.length, 1));
}

function control(
  list: ListName,
  field: RowField,
  { value, at, errorId }: { value: string; at: number; errorId: string | undefined },
): Html {
  const name = `${list}_${field.field}[]`;
  const label = t('{label}, row {row}', { label: field.label, row: at + 1 });
  const wrong = attributes({ 'aria-invalid': errorId && 'true', 'aria-describedby': errorId });
  if (field.choices)
    return html`<select class="input" name="${name}" aria-label="${label}" ${wrong}>
      <option value="">${field.label}</option>
      ${known(field.choices, value).map(
        (choice) =>
          html`<option
            ${attributes({
              value: choice.value,
              selected: choice.value === value,
            })}
          >
            ${choice.label}
          </option>`,
      )}
    </select>`;
  return html`<input
    class="input"
    ${attributes({
      // Not type `url`: the server validates with better messages.
      type: field.type === 'number' ? 'number' : 'text',
      inputmode: field.type === 'url' ? 'url' : undefined,
      min: field.type === 'number' ? 1 : undefined,
      max: field.type === 'number' ? 99 : undefined,
      name,
      value,
      list: field.list,
      placeholder: field.placeholder ?? field.label,
      autocomplete: 'off',
      'aria-label': label,
      'data-wide': field.wide,
    })}
    ${wrong}
  />`;
}

/** Adds the submitted value to the choices if it is not one of them, so that it stays visible. */
const known = (choices: readonly { value: string; label: string }[], value: string) =>
  value === '' || choices.some((choice) => choice.value === value)
    ? choices
    : [...choices, { value, label: value }];
