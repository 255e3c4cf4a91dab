import { checkbox, radioGroup, timeZoneField } from '../../../web/components/fields/choice-field.ts';
import { t } from '../../../web/translation/translate.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { icon } from '../../../web/components/controls.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { max } from '../bio.ts';
import { type BlockKind, networkKeys, socialNetworks } from '../block.ts';

interface About {
  /** URL of the current picture. */
  picture: string | undefined;
  /** Suffix that keeps field ids unique across open forms. */
  idOf: string;
}

type Field = (name: string) => {
  name: string;
  id: string;
  value: string | undefined;
  error: string | undefined;
};
type Fields = (field: Field, state: FormState, about: About) => Html;

/** The form fields of each block kind. */
export function blockFields(kind: BlockKind, state: FormState, about: About): Html {
  const bound = bind(state);
  // A rejected form is the only one on its page, and its error summary links to the default field ids.
  const isAlone = state.errors !== undefined || state.message !== undefined;
  const field: Field = (name) => ({
    ...bound(name),
    id: isAlone ? `field-${name}` : `field-${name}-${about.idOf}`,
  });
  return html`${fieldsOf[kind](field, state, about)} ${kind !== 'divider' && schedule(field, state)}`;
}

const title = (field: Field, label = t('Title'), placeholder = ''): Html =>
  textField({
    ...field('title'),
    label,
    required: true,
    placeholder,
    autocomplete: 'off',
    maxlength: max.heading,
  });

const address = (field: Field, more: { label?: string; required?: boolean; hint?: string } = {}): Html =>
  textField({
    ...field('url'),
    label: t('URL'),
    required: true,
    type: 'url',
    icon: 'link',
    placeholder: 'https://example.com/',
    autocomplete: 'off',
    ...more,
  });

const picture = (field: Field, { picture }: About, label: string, required: boolean): Html => {
  const { name, id, error } = field('picture');
  const { value, ...remove } = field('removePicture');
  return html`${fileField({
    ...{ name, id, error },
    label,
    required,
    accept: pictureTypes,
    current: picture ?? null,
  })}
  ${!required && picture !== undefined && checkbox({ ...remove, label: t('Remove image'), checked: value !== undefined })}`;
};

const fieldsOf: Readonly<Record<BlockKind, Fields>> = {
  link: (field, _state, about) => {
    const { value, ...highlight } = field('highlight');
    return html`${title(field, t('Title'), t('My new book'))}
    ${address(field, { hint: t('A website, mailto: or tel: URL') })}
    ${textField({
      ...field('note'),
      label: t('Note'),
      required: false,
      hint: t('Shown below the title.'),
      autocomplete: 'off',
      maxlength: max.note,
    })}
    ${checkbox({ ...highlight, label: t('Highlight'), checked: value !== undefined })}
    ${picture(field, about, t('Thumbnail'), false)}`;
  },
  heading: (field) =>
    textField({
      ...field('text'),
      label: t('Heading'),
      required: true,
      autocomplete: 'off',
      maxlength: max.heading,
    }),
  text: (field) =>
    textArea({
      ...field('text'),
      label: t('Text'),
      required: true,
      rows: 5,
      maxlength: max.text,
      hint: html`**bold**, *italic*, [link](https://…), and lines starting with “- ” for a list.`,
    }),
  image: (field, _state, about) =>
    html`${picture(field, about, t('Picture'), true)}
    ${textField({
      ...field('alt'),
      label: t('Alt text'),
      required: true,
      hint: t('Describes the image for screen readers.'),
      autocomplete: 'off',
      maxlength: 500,
    })}
    ${address(field, { label: t('Destination'), required: false })}`,
  video: (field, _state, about) =>
    html`${title(field, t('Title'), t('The making of'))}
    ${address(field, {
      hint: t(
        'A YouTube or Vimeo video, or an MP4 or WebM file. Nothing is loaded from there until visitors press play.',
      ),
    })}
    ${picture(field, about, t('Cover'), false)}`,
  social: (field) =>
    html`<div class="more-fields">
      ${networkKeys.map((network) =>
        textField({
          ...field(network),
          label: socialNetworks[network].name,
          required: false,
          placeholder: placeholders[network] ?? t('Username or URL'),
          autocomplete: 'off',
        }),
      )}
    </div>`,
  form: (field) =>
    html`${radioGroup({
        ...field('purpose'),
        value: field('purpose').value ?? 'newsletter',
        label: t('Purpose'),
        choices: [
          { value: 'newsletter', label: t('Newsletter'), hint: t('Collects an email address.') },
          {
            value: 'contact',
            label: t('Message'),
            hint: t('Collects a name, an email address and a message.'),
          },
        ],
      })}
      ${title(field, t('Title'), t('Letters from my desk'))}
      ${textField({ ...field('note'), label: t('Text'), required: false, autocomplete: 'off', maxlength: 300 })}
      <div class="more-fields">
        ${textField({
          ...field('button'),
          label: t('Button label'),
          required: false,
          placeholder: t('Subscribe'),
          autocomplete: 'off',
          maxlength: 40,
        })}
        ${textField({
          ...field('thanks'),
          label: t('Confirmation message'),
          required: false,
          placeholder: t('Thank you.'),
          autocomplete: 'off',
          maxlength: 300,
        })}
      </div>`,
  featured: (field) =>
    textField({
      ...field('short'),
      label: t('Short URL'),
      required: true,
      icon: 'link',
      hint: t('A short URL or alias of one of your links or QR codes. Its own statistics keep counting.'),
      autocomplete: 'off',
    }),
  divider: () => html`<p>A thin line with space above and below.</p>`,
};

const placeholders: Partial<Record<keyof typeof socialNetworks, string>> = {
  email: 'ada@example.org',
  phone: '+44 20 7946 0000',
  website: 'example.org',
  whatsapp: '+44 20 7946 0000',
  mastodon: '@ada@social.example',
};

function schedule(field: Field, { values, errors }: FormState): Html {
  const open = [values?.starts, values?.ends, errors?.starts, errors?.ends].some(Boolean);
  const moment = (name: string, label: string) =>
    textField({ ...field(name), label, required: false, type: 'datetime-local' });
  return html`<details class="more" ${attributes({ open })}>
    <summary>${icon('chevron-down')}Schedule</summary>
    <div
      class="more-fields"
      ${attributes({ 'data-controller': !values?.starts && !values?.ends && 'time-zone' })}
    >
      ${moment('starts', t('From'))} ${moment('ends', t('Until'))} ${timeZoneField(field('timezone'))}
    </div>
  </details>`;
}
