import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { linkButton } from '../../../web/components/button.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { short } from '../../text/short.ts';
import { picker } from '../../components/reaction-bar.ts';
import type { Comment } from '../../comments/comment.ts';

/** The reaction picker for a comment, as a page or, with scripts, in place of the reaction bar. */
export function pickerView({ id, author, text, mine }: Comment): View {
  return {
    title: t('React to a comment'),
    section: 'home',
    body: html`${pageHeader({ title: t('React to a comment'), lead: `${author.name}: ${short(text, 120)}` })}
    ${card({
      body: html`<turbo-frame class="reactions" id="reactions-c-${id}">
        ${picker(`/comments/${id}/react`, mine, 'reaction-picker')}
      </turbo-frame>`,
      footer: linkButton({ label: t('Back'), href: `/comments/${id}#comment-${id}`, small: true }),
    })}`,
  };
}
