import { t } from '../../../kernel/translation/translate.ts';
import { selectField, switchField } from '../../../web/components/fields/choice-field.ts';
import { icon } from '../../../web/components/icon.ts';
import { textArea, textField, type TextFieldOptions } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { Kind } from '../content/content.ts';

/** The form fields of each content kind. */
export function contentFields(kind: Kind, state: FormState): Html {
  return makers[kind](state);
}

type More = Partial<TextFieldOptions>;

const line = (state: FormState, name: string, label: string, more: More = {}): Html =>
  textField({ ...bind(state)(name), label, autocomplete: 'off', maxlength: 250, ...more });

const optional = { required: false } as const;

const makers: Readonly<Record<Kind, (state: FormState) => Html>> = {
  link: (state) =>
    line(state, 'url', t('URL'), {
      type: 'url',
      placeholder: 'https://',
      maxlength: 8192,
      required: true,
      mono: true,
    }),
  text: (state) =>
    textArea({ ...bind(state)('text'), label: t('Text'), rows: 4, maxlength: 4000, required: true }),
  phone: (state) =>
    line(state, 'phone', t('Phone number'), { type: 'tel', placeholder: '+49 30 123456', required: true }),
  email: (state) =>
    html`${line(state, 'email', t('Email address'), { type: 'email', required: true })}
    ${line(state, 'subject', t('Subject'), optional)}
    ${textArea({ ...bind(state)('body'), label: t('Message'), rows: 3, maxlength: 4000, required: false })}`,
  sms: (state) =>
    html`${line(state, 'phone', t('Phone number'), { type: 'tel', placeholder: '+49 30 123456', required: true })}
    ${textArea({ ...bind(state)('message'), label: t('Message'), rows: 3, maxlength: 1000, required: false })}`,
  wifi: (state) => {
    const { value, ...hidden } = bind(state)('hidden');
    return html`<div class="form-row">
        ${line(state, 'ssid', t('Network name'), { required: true, maxlength: 32 })}
        ${line(state, 'password', t('Password'), { ...optional, mono: true, maxlength: 128 })}
      </div>
      ${selectField({
        ...bind(state)('encryption'),
        label: t('Security'),
        choices: [
          { value: 'WPA', label: t('WPA, WPA2 or WPA3') },
          { value: 'WEP', label: t('WEP') },
          { value: 'nopass', label: t('None (open network)') },
        ],
      })}
      ${switchField({ ...hidden, label: t('Hidden network'), checked: value !== undefined })}`;
  },
  vcard: (state) =>
    html`<div class="form-row">
        ${line(state, 'firstName', t('First name'))} ${line(state, 'lastName', t('Last name'))}
        ${line(state, 'mobile', t('Mobile'), { type: 'tel', ...optional })}
        ${line(state, 'email', t('Email'), { type: 'email', ...optional })}
        ${line(state, 'organization', t('Organization'), optional)}
        ${line(state, 'position', t('Position'), optional)}
      </div>
      <details class="more" ${attributes({ open: hasMore(state) })}>
        <summary>${icon('chevron-down')}Phone, website, address, note</summary>
        <div class="more-fields">
          ${line(state, 'phone', t('Phone'), { type: 'tel', ...optional })}
          ${line(state, 'fax', t('Fax'), { type: 'tel', ...optional })}
          ${line(state, 'website', t('Website'), optional)} ${line(state, 'street', t('Street'), optional)}
          ${line(state, 'zip', t('Postal code'), optional)} ${line(state, 'city', t('City'), optional)}
          ${line(state, 'region', t('State or region'), optional)}
          ${line(state, 'country', t('Country'), optional)} ${line(state, 'note', t('Note'), optional)}
          ${selectField({
            ...bind(state)('version'),
            label: t('Format'),
            choices: [
              { value: '3.0', label: t('vCard 3.0 (works on every phone)') },
              { value: '4.0', label: t('vCard 4.0') },
            ],
          })}
        </div>
      </details>`,
};

const hasMore = ({ values = {}, errors = {} }: FormState): boolean =>
  ['phone', 'fax', 'website', 'street', 'zip', 'city', 'region', 'country', 'note'].some(
    (name) => Boolean(values[name]) || errors[name] !== undefined,
  );
