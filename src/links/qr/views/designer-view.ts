import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { button } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { radioGroup } from '../../../web/components/fields/choice-field.ts';
import { icon } from '../../../web/components/icon.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { kindNames, kinds, type Kind } from '../content/content.ts';
import type { Preview } from '../codes/preview-code.ts';
import { contentFields } from './content-fields.ts';
import { designFields } from './design-fields.ts';
import { previewFigure } from './preview-figure.ts';

interface Designer {
  title: string;
  action: string;
  /** URL where scripts load the preview. */
  previewAt: string;
  above: Parameters<typeof breadcrumbs>[0];
  kind: Kind;
  /** Returns the URL of this page for another content kind. */
  kindAt: (kind: Kind) => string;
  state: FormState;
  preview: Preview;
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

const kindIcons: Readonly<Record<Kind, IconName>> = {
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
          >${icon(kindIcons[each])}<span>${kindNames()[each]}</span></a
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
