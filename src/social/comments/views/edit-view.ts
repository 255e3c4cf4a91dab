import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textArea } from '../../../web/components/fields/text-field.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { maxTextLength } from '../../text/longest-text.ts';
import type { Comment } from '../comment.ts';

export const editView = ({ id }: Comment, state: FormState): View => ({
  title: t('Edit comment'),
  section: 'home',
  body: html`${pageHeader({ title: t('Edit comment') })}
  ${card({
    body: form({
      action: `/comments/${id}/edit`,
      submit: t('Save'),
      cancel: { label: t('Cancel'), href: `/comments/${id}#comment-${id}` },
      state,
      body: textArea({
        name: 'text',
        label: t('Comment'),
        mentions: true,
        maxlength: maxTextLength,
        rows: 4,
        value: state.values?.text,
        error: state.errors?.text,
      }),
    }),
  })}`,
});
