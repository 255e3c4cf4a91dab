import { t } from '../../kernel/translation/translate.ts';
import { checkbox, selectField } from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { colorFields, colorValues, fieldGroup, pictureFields } from '../custom-pages/components.ts';
import { isExternal } from '../custom-pages/pictures.ts';
import { corners, hasPart, type Overlay, type OverlayKind } from './overlay.ts';

/** The form fields of an overlay of this kind. */
export function overlayFields(kind: OverlayKind, state: FormState, picture: string | null): Html {
  const field = bind(state);
  const has = (part: Parameters<typeof hasPart>[1]) => hasPart(kind, part);
  return html`${textField({ ...field('name'), label: t('Name'), hint: t('Only visible to you.'), maxlength: 100, autocomplete: 'off' })}
  ${fieldGroup(
    t('Content'),
    html`${
      has('title') &&
      textField({
        ...field('title'),
        label: kind === 'poll' ? t('Question') : t('Title'),
        maxlength: 120,
        autocomplete: 'off',
      })
    }
    ${has('text') && textArea({ ...field('text'), label: t('Text'), required: false, maxlength: 1000 })}
    ${has('choices') && textArea({ ...field('choices'), label: t('Choices'), hint: t('Two to ten, one per line.'), rows: 4 })}
    ${
      has('code') &&
      textField({
        ...field('code'),
        label: t('Code'),
        maxlength: 60,
        mono: true,
        autocomplete: 'off',
        placeholder: t('SPRING26'),
      })
    }
    ${has('picture') && pictureGroup(state, picture)} ${has('link') && link(state)}`,
  )}
  ${has('answers') && answers(kind, state)} ${place(state)} ${colorFields(state)}`;
}

function pictureGroup(state: FormState, current: string | null): Html {
  const field = bind(state);
  return html`${pictureFields({ state, name: 'picture', label: t('Picture'), hint: t('Up to 16 MB.'), current, isRemovable: false })}
  ${textField({
    ...field('picture_text'),
    label: t('Alt text'),
    hint: t('Describes the image for screen readers.'),
    maxlength: 300,
    autocomplete: 'off',
  })}
  ${textField({ ...field('url'), label: t('Destination'), required: false, type: 'url', placeholder: 'https://', autocomplete: 'off' })}`;
}

function link(state: FormState): Html {
  const field = bind(state);
  return html`<div class="form-row">
    ${textField({
      ...field('button'),
      label: t('Button'),
      required: false,
      maxlength: 60,
      autocomplete: 'off',
      placeholder: t('Learn more'),
    })}
    ${textField({ ...field('url'), label: t('Destination'), required: false, type: 'url', placeholder: 'https://', autocomplete: 'off' })}
  </div>`;
}

const usualButton = () =>
  ({ contact: t('Send'), poll: t('Vote'), newsletter: t('Sign up') }) as Partial<Record<OverlayKind, string>>;

function answers(kind: OverlayKind, state: FormState): Html {
  const field = bind(state);
  const { value: mails, ...mail } = field('mails');
  const { value: results, ...showing } = field('results');
  return fieldGroup(
    t('Responses'),
    html`${
        hasPart(kind, 'consent') &&
        textArea({
          ...field('consent'),
          label: t('Consent text'),
          required: kind === 'newsletter',
          hint: t('Shown next to a checkbox and stored with each response.'),
          maxlength: 500,
        })
      }
      <div class="form-row">
        ${textField({
          ...field('button'),
          label: t('Button'),
          required: false,
          maxlength: 60,
          autocomplete: 'off',
          placeholder: usualButton()[kind] ?? t('Send'),
        })}
        ${textField({
          ...field('thanks'),
          label: t('Thank-you message'),
          required: false,
          maxlength: 200,
          autocomplete: 'off',
          placeholder: t('Thank you'),
        })}
      </div>
      ${kind === 'poll' && checkbox({ ...showing, label: t('Show results after voting'), checked: results !== undefined })}
      ${hasPart(kind, 'mails') && checkbox({ ...mail, label: t('Email me each message'), checked: mails !== undefined })}
      ${textField({
        ...field('retention_days'),
        label: t('Delete responses after'),
        suffix: t('days'),
        hint: t('0 stores them until you delete them.'),
        type: 'number',
        min: 0,
        max: 3650,
        inputmode: 'numeric',
      })}`,
  );
}

function place(state: FormState): Html {
  const field = bind(state);
  const { value: dismissible, ...closeField } = field('dismissible');
  return fieldGroup(
    t('Placement'),
    html`${selectField({
      ...field('corner'),
      label: t('Placement'),
      choices: corners.map((value) => ({ value, label: labelOf(value) })),
    })}
    ${checkbox({ ...closeField, label: t('Visitors can close it'), checked: dismissible !== undefined })}`,
  );
}

/** Converts `bottom-right` to `Bottom right`. */
const labelOf = (corner: string) => corner.replace('-', ' ').replace(/^./, (letter) => letter.toUpperCase());

export const stateOfOverlay = ({ name, content }: Pick<Overlay, 'name' | 'content'>): FormState => ({
  values: {
    name,
    corner: content.corner,
    dismissible: content.isDismissible ? 'on' : undefined,
    title: content.title,
    text: content.text,
    button: content.button,
    url: content.address ?? '',
    picture_address: content.picture && isExternal(content.picture) ? content.picture : '',
    picture_text: content.pictureText,
    code: content.code,
    choices: content.choices.join('\n'),
    results: content.showsResults ? 'on' : undefined,
    consent: content.consent,
    thanks: content.thanks,
    mails: content.mails ? 'on' : undefined,
    retention_days: String(content.retentionDays),
    ...colorValues(content.colors),
  },
});
