import { t } from '../../../kernel/translation/translate.ts';
import { notice } from '../../../web/components/notice.ts';
import { html, type Html } from '../../../web/html.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Question } from '../question.ts';

/** The reason a question is closed, with a link to the original. */
export const closedNotice = ({ closedReason }: Question, original: Question | undefined): Html =>
  notice({
    tone: 'neutral',
    body: html`<p>
      ${
        original
          ? html`Duplicate of: <a href="${pathOf(original.post)}">${original.post.title}</a>`
          : t('This question was closed by a moderator.')
      }
      ${closedReason}
    </p>`,
  });
