import { t } from '../../../web/translation/translate.ts';
import { button, icon } from '../../../web/components/controls.ts';
import { card, pageHeader } from '../../../web/components/surfaces.ts';
import { radioGroup, selectField, switchField } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField, type TextFieldOptions } from '../../../web/components/fields/text-field.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import type { CodePreview } from '../code-form.ts';
import { type CodeKind, codeKindNames, kinds } from '../content/content.ts';
import { designFields, previewFigure } from './design-fields.ts';

interface Designer {
  title: string;
  action: string;
  /** URL where scripts load the preview. */
  previewAt: string;
  above: Parameters<typeof breadcrumbs>[0];
  kind: CodeKind;
  /** Returns the URL of this page for another content kind. */
  kindAt: (kind: CodeKind) => string;
  state: FormState;
  preview: CodePreview;
  /** The current logo. */
  logo: Buffer | undefined;
  /** Whether the code already exists and may have been printed. */
  isFingerprinted?: boolean;
  isDynamic?: boolean;
  cancelTo: string;
}

/** The QR code designer: content and design next to a preview. */
export function designerView(designer: Designer): View {
  const { title, above, action, state, preview, cancelTo, previewAt } = designer;
  return {
    title,
    section: 'qr',
    style: 'design',
    body: html`${pageHeader({ title, above: breadcrumbs(above) })}
      <div class="designer" data-controller="designer" data-designer-address-value="${previewAt}">
        <aside class="designer-preview" aria-label="Preview">
          <div data-designer-target="preview">${previewFigure(preview)}</div>
        </aside>
        ${form({
          action,
          state,
          upload: true,
          submit: t('Save code'),
          busyLabel: t('Generating'),
          cancel: { label: t('Cancel'), href: cancelTo },
          body: fields(designer),
        })}
      </div>`,
  };
}

function fields(designer: Designer): Html {
  const { kind, state, logo } = designer;
  const field = bind(state);
  return html`<input type="hidden" name="type" value="${kind}" />
    ${card({
      title: t('Content'),
      body: html`${kindPicker(designer)} ${contentFields(kind, state)} ${dynamicField(designer)}
      ${textField({
        ...field('name'),
        label: t('Name'),
        required: false,
        hint: t('Only visible to you. Leave empty to use the content.'),
        autocomplete: 'off',
        maxlength: 255,
      })}`,
    })}
    ${card({ title: t('Design'), body: designFields(state, logo) })}
    <p class="without-script">
      ${button({ label: t('Update preview'), name: 'act', value: 'preview', icon: 'eye' })}
    </p>`;
}

const kindIcons: Readonly<Record<CodeKind, IconName>> = {
  link: 'link',
  text: 'file-text',
  vcard: 'user',
  wifi: 'wifi',
  email: 'mail',
  phone: 'smartphone',
  sms: 'message-circle',
};

function kindPicker({ kind, kindAt, isFingerprinted: isExisting, isDynamic }: Designer): Html | false {
  // A static code cannot change its kind, because it may already be printed.
  if (isExisting && !isDynamic) return false;
  return html`<nav class="kinds" aria-label="Content type">
    ${kinds.map(
      (each) =>
        html`<a ${attributes({ href: kindAt(each), 'aria-current': each === kind ? 'page' : undefined })}
          >${icon(kindIcons[each])}<span>${codeKindNames()[each]}</span></a
        >`,
    )}
  </nav>`;
}

const dynamicField = ({ state, isFingerprinted: isExisting }: Designer): Html =>
  radioGroup({
    ...bind(state)('dynamic'),
    label: t('Type'),
    choices: [
      {
        value: 'yes',
        label: t('Dynamic (trackable, editable)'),
        hint: t('Scans are counted, and the destination can be changed after printing.'),
      },
      {
        value: 'no',
        label: t('Static'),
        hint: isExisting
          ? t('Works without this service. Changes require reprinting.')
          : t('Works without this service. Not counted and not editable.'),
      },
    ],
  });

/** The form fields of each content kind. */
function contentFields(kind: CodeKind, state: FormState): Html {
  return makers[kind](state);
}

type More = Partial<TextFieldOptions>;

const line = (state: FormState, name: string, label: string, more: More = {}): Html =>
  textField({ ...bind(state)(name), label, autocomplete: 'off', maxlength: 250, ...more });

const optional = { required: false } as const;

const makers: Readonly<Record<CodeKind, (state: FormState) => Html>> = {
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
