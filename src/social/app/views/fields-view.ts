import { t } from '../../../web/translation/translate.ts';
import { operator } from '../../../identity/components/operator-frame.ts';
import { fieldKinds, type FieldKind, type ProfileField } from '../../../identity/profile-fields.ts';
import type { ListOption, OptionList } from '../../../identity/account/people.ts';
import { button } from '../../../web/components/controls.ts';
import { card } from '../../../web/components/surfaces.ts';
import { selectField, switchField } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { positionField } from '../../components/line-list.ts';

interface FieldsOptions {
  genders: readonly ListOption[];
  groups: readonly ListOption[];
  fields: readonly ProfileField[];
  state: FormState;
  /** The form that the state belongs to: a list, `field`, or none. */
  formOf: string;
}

/** Custom profile fields and the lists of genders and groups. */
export function fieldsView({ genders, groups, fields, state, formOf }: FieldsOptions): View {
  const stateOf = (name: string): FormState => (formOf === name ? state : {});
  return operator(
    t('Profile fields'),
    '/operator/fields',
    html`${titledCard('gender', t('Genders'), genders, stateOf('gender'))}
    ${titledCard('user_group', t('User groups'), groups, stateOf('user_group'))}
    ${fields.map((field) => fieldCard(stateOf('field'), field))} ${fieldCard(stateOf('field'))}`,
  );
}

function titledCard(list: OptionList, title: string, entries: readonly ListOption[], state: FormState): Html {
  const id = state.values?.id;
  return card({
    title,
    ...(entries.length > 0 && { lead: t('Members who chose a removed option keep it.') }),
    body: html`${entries.map((entry) => titledRow(list, entry, id === entry.id ? state : {}))}
    ${form({
      action: '/operator/fields/titled',
      state: id === undefined ? state : {},
      submit: t('Add'),
      submitKind: 'quiet',
      body: html`<input type="hidden" name="list" value="${list}" /> ${textField({
          name: 'title',
          id: `new-${list}`,
          label: t('Add an option'),
          value: id === undefined ? state.values?.title : undefined,
          error: id === undefined ? state.errors?.title : undefined,
          maxlength: 60,
          required: true,
        })}`,
    })}`,
  });
}

const titledRow = (list: OptionList, entry: ListOption, state: FormState): Html =>
  html`<div class="row-form">
    <form class="row-form" action="/operator/fields/titled" method="post" novalidate>
      <input type="hidden" name="list" value="${list}" /><input type="hidden" name="id" value="${entry.id}" />
      ${textField({
        name: 'title',
        id: `${list}-${entry.id}`,
        label: t('Title of {title}', { title: entry.title }),
        hideLabel: true,
        value: state.values?.title ?? entry.title,
        error: state.errors?.title,
        maxlength: 60,
      })}
      ${positionField({
        id: `${list}-${entry.id}-position`,
        label: t('Position of {title}', { title: entry.title }),
        value: entry.position,
        state,
      })}
      ${button({ label: t('Save'), small: true })}
    </form>
    ${buttonForm({
      to: '/operator/fields/titled/hide',
      label: t('Remove'),
      kind: 'plain',
      small: true,
      fields: { list, id: entry.id, hidden: 'yes' },
      confirm: t('Remove {title}? Members who chose it keep it.', { title: entry.title }),
    })}
  </div>`;

const kindNames = (): Record<FieldKind, string> => ({
  textbox: t('Short text'),
  textarea: t('Long text'),
  selectbox: t('Single choice'),
  multipleselectbox: t('Multiple choice'),
});

function fieldCard(state: FormState, field?: ProfileField): Html {
  const isMine = (state.values?.id ?? '') === (field?.id ?? '') && state.values !== undefined;
  const own = isMine ? state : {};
  const value = (name: keyof ProfileField) => own.values?.[name] ?? (field && String(field[name]));
  const isOn = (name: 'isRequired' | 'atSignUp' | 'isPublic') =>
    own.values ? own.values[name] === 'on' : (field?.[name] ?? name !== 'isRequired');
  const id = (name: string) => `field-${field?.id ?? 'new'}-${name}`;
  const common = (name: keyof ProfileField) => ({
    name,
    id: id(name),
    value: value(name),
    error: own.errors?.[name],
  });
  const switchOf = (name: 'isRequired' | 'atSignUp' | 'isPublic', label: string) =>
    switchField({ name, id: id(name), label, checked: isOn(name) });
  return card({
    title: field?.label ?? t('Custom field'),
    ...(field && {
      actions: buttonForm({
        to: '/operator/fields/hide',
        label: t('Remove'),
        kind: 'plain',
        small: true,
        fields: { id: field.id, hidden: 'yes' },
        confirm: t('Remove the field “{label}”? Existing answers are kept.', { label: field.label }),
      }),
    }),
    body: form({
      action: '/operator/fields',
      state: own,
      submit: field ? t('Save') : t('Add'),
      submitKind: 'quiet',
      body: html`${field && html`<input type="hidden" name="id" value="${field.id}" />`}
      ${textField({ ...common('label'), label: t('Label'), maxlength: 60, required: true })}
      ${selectField({
        ...common('kind'),
        label: t('Answer type'),
        choices: fieldKinds.map((kind) => ({ value: kind, label: kindNames()[kind] })),
      })}
      ${textArea({
        ...common('options'),
        value: own.values?.options ?? field?.options.join('\n'),
        label: t('Options'),
        hint: t('One per line, for choices only. Add new options at the end.'),
      })}
      ${textField({
        ...common('maxLength'),
        value: value('maxLength') ?? 255,
        label: t('Maximum length'),
        type: 'number',
        min: 1,
        max: 5000,
        suffix: t('characters'),
      })}
      ${textField({ ...common('position'), value: value('position') ?? 0, label: t('Sort order'), type: 'number', min: 0 })}
      ${switchOf('isRequired', t('Required'))} ${switchOf('atSignUp', t('Ask at sign-up'))}
      ${switchOf('isPublic', t('Show on profiles'))}`,
    }),
  });
}
