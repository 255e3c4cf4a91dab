import { currentLanguage } from '../../../web/translation/languages.ts';
import { t } from '../../../web/translation/translate.ts';
import { button, iconButton, icon } from '../../../web/components/controls.ts';
import { checkbox, type Choice } from '../../../web/components/fields/choice-field.ts';
import { fieldError } from '../../../web/components/fields/field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { bind } from '../../../web/form.ts';
import { attributes, type Fragment, html, type Html } from '../../../web/html.ts';
import { canonicalTag } from '../../redirect/targeting/language.ts';
import { deviceNames } from '../../redirect/user-agent.ts';
import type { OptionName } from '../../redirect/targeting/effects.ts';
import type { Option } from '../../shorten/options/option.ts';
import { options, rows as allRows } from '../../shorten/options/options.ts';
import { type ListName, rowsOf } from '../../shorten/options/typed.ts';
import { type BuilderState, quotedIn } from '../builder-state.ts';

export const targeting = (state: BuilderState): Html => {
  return section(state, {
    title: t('Targeting'),
    lead: t('Different destinations by country, device and language'),
    image: 'globe',
    says: namesOf('places', 'devices', 'languages'),
    body: html`${rows(state, {
      list: 'geo',
      error: 'geotarget',
      label: t(options.places.label),
      add: t('Add country'),
      fields: [
        { field: 'location', label: t('Country'), list: 'countries' },
        { field: 'region', label: t('Region') },
        { field: 'link', label: t('Destination'), type: 'url', placeholder: 'https://', wide: true },
      ],
    })}
    ${rows(state, {
      list: 'device',
      error: 'devicetarget',
      label: t(options.devices.label),
      add: t('Add device'),
      fields: [
        {
          field: 'device',
          label: t('Device'),
          choices: deviceNames.map((name) => ({ value: name, label: deviceTitles()[name] })),
        },
        { field: 'link', label: t('Destination'), type: 'url', placeholder: 'https://', wide: true },
      ],
    })}
    ${rows(state, {
      list: 'language',
      error: 'languagetarget',
      label: t(options.languages.label),
      add: t('Add language'),
      fields: [
        {
          field: 'language',
          label: t('Language'),
          choices: languages(rowsOf(state, 'language').map((row) => row.language)),
        },
        { field: 'link', label: t('Destination'), type: 'url', placeholder: 'https://', wide: true },
      ],
    })}`,
  });
};

export const deviceTitles = (): Readonly<Record<(typeof deviceNames)[number], string>> => ({
  iphone: 'iPhone', ipad: 'iPad', ios: t('iPhone or iPad'), android: t('Android'), windows: t('Windows'), 'mac os': t('Mac'), linux: t('Linux'),
  'chrome os': t('Chromebook'), mobile: t('Any phone'), tablet: t('Any tablet'), desktop: t('Any computer'),
}); // prettier-ignore

/** Includes the variants of a language that differ enough for separate pages. */
const codes =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv sw ta th tr uk ur vi zh zh-Hans zh-Hant zh-CN zh-HK zh-TW pt-BR pt-PT en-GB en-US es-419 es-ES es-MX fr-CA fr-FR de-AT de-CH sr-Cyrl sr-Latn';
/** Choices of languages, including those that were chosen over the API. */
export const languages = (chosen: readonly string[] = []): Choice[] => {
  const names = new Intl.DisplayNames([currentLanguage(), 'en'], { type: 'language' });
  const shown = chosen.filter((tag) => canonicalTag(tag) !== undefined);
  return [...new Set([...codes.split(' '), ...shown])]
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, currentLanguage()));
};

export const apps = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: t(options.stores.label),
    lead: t('App links'),
    image: 'smartphone',
    says: namesOf('stores'),
    body: html`${textField({
      ...field('apple'),
      label: t('App Store URL'),
      type: 'url',
      required: false,
      placeholder: 'https://apps.apple.com/…',
      autocomplete: 'off',
    })}
    ${textField({
      ...field('google'),
      label: t('Google Play URL'),
      type: 'url',
      required: false,
      placeholder: 'https://play.google.com/…',
      autocomplete: 'off',
    })}
    ${checkbox({
      name: 'automatic',
      error: field('automatic').error,
      label: t('Open the app automatically'),
      hint: t('Opens the app URL set under “By device”. Visitors without the app are sent to the store.'),
      checked: state.values?.automatic !== undefined,
    })}`,
  });
};

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

/** A collapsible form section. Open if it has a value or an error. */
export function section(
  state: BuilderState,
  options: {
    title: string;
    lead: string;
    image: IconName;
    says: readonly string[];
    isUsed?: boolean;
    body: Fragment;
  },
): Html {
  const { values = {}, errors = {}, lists } = state;
  const used = options.says.filter((name) => Boolean(values[name]) || lists[name]?.some(Boolean) === true);
  const wrong = options.says.some((name) => errors[name]);
  return html`<details
    class="builder-section"
    ${attributes({ open: wrong || used.length > 0 || options.isUsed })}
  >
    <summary>
      ${icon(options.image)}<span><b>${options.title}</b><small>${options.lead}</small></span
      >${icon('chevron-down')}
    </summary>
    <div class="builder-fields">${options.body}</div>
  </details>`;
}

/** The names under which the form and the API know options. */
export const namesOf = (...names: readonly OptionName[]): string[] =>
  names.flatMap((name) => {
    const { fields, lists = [], body }: Option = options[name];
    return [...fields, ...lists, ...Object.keys(body)];
  });

/** The field of an option that has one field, with its label and hint. */
export function optionField(state: BuilderState, name: OptionName) {
  const { fields, label, hint }: Option = options[name];
  return {
    ...bind(state)(fields[0] ?? ''),
    label: t(label),
    ...(hint && { hint: t(hint) }),
  };
}

/** The checkboxes of a section, and their names. */
export const flagsOf = (section: NonNullable<Option['section']>) =>
  allRows.flatMap(([name, row]) => (row.section === section ? [name] : []));

export const flags = (state: BuilderState, section: NonNullable<Option['section']>): Html[] =>
  flagsOf(section).map((name) => {
    const { name: field, error, label, hint, value } = optionField(state, name);
    return checkbox({ name: field, error, label, ...(hint && { hint }), checked: value !== undefined });
  });
