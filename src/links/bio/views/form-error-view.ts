import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Bio } from '../page/bio.ts';
import type { BlockOf } from '../blocks/block.ts';
import { defaultTexts } from './public-form.ts';

/** Shows a rejected form of a public page again with its errors. */
export function formErrorView(
  bio: Bio,
  { id, content }: BlockOf<'form'>,
  address: string,
  state: FormState,
): View {
  const field = bind(state);
  const isContact = content.purpose === 'contact';
  return {
    title: content.title,
    shape: 'plain',
    body: html`${pageHeader({ title: content.title, lead: t('To {title}', { title: bio.title }) })}
      ${form({
        action: `/bio/${bio.id}/form/${id}`,
        state,
        submit: content.button || defaultTexts()[content.purpose].button,
        busyLabel: t('Sending'),
        wide: true,
        body: html`${
          isContact &&
          textField({
            ...field('name'),
            label: t('Your name'),
            required: false,
            autocomplete: 'name',
            maxlength: 100,
          })
        }
        ${textField({ ...field('email'), label: t('Your email'), required: true, type: 'email', autocomplete: 'email', maxlength: 254 })}
        ${isContact && textArea({ ...field('message'), label: t('Message'), required: true, rows: 5, maxlength: 5000 })}`,
      })}
      <p>${linkButton({ label: t('Back to the page'), href: address, kind: 'plain' })}</p>`,
  };
}
