import { t } from '../../../kernel/translation/translate.ts';
import { notice } from '../../../web/components/notice.ts';
import { html, type Html } from '../../../web/html.ts';
import type { ModerationState } from '../assessment/get-standing.ts';
import { warningOf } from '../lists/rules.ts';

/** Tells the owner of a link that its visitors are warned or blocked, and how to appeal. */
export function standingNotice(
  { heldFor, isSuspended }: ModerationState,
  shortAddress: string,
): Html | false {
  const appeal = `/appeal?link=${encodeURIComponent(shortAddress)}`;
  if (isSuspended)
    return notice({
      tone: 'danger',
      title: t('This link was suspended'),
      body: html`<p>
        Visitors see that it was removed. If this is a mistake, <a href="${appeal}">tell us why</a>.
      </p>`,
    });
  if (heldFor === null) return false;
  return notice({
    tone: 'warning',
    title: t('Visitors of this link are warned'),
    body: html`<p>
      They see “${warningOf(heldFor).title}” and can choose to continue until it has been reviewed. If this is
      a mistake, <a href="${appeal}">tell us</a>.
    </p>`,
  });
}
