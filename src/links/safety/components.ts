import { t } from '../../web/translation/translate.ts';
import { linkButton, icon } from '../../web/components/controls.ts';
import { notice } from '../../web/components/surfaces.ts';
import { html, type Html, type View } from '../../web/html.ts';
import type { ModerationState } from './assessment.ts';
import { parseTargetParts } from './rule.ts';
import { warningOf } from './rules.ts';

interface HeldPage {
  hopUrl: string;
  shortAddress: string;
  /** The destination for this visitor. */
  to: string;
  heldFor: string;
}

/** Explains the risk, shows the destination and lets the visitor decide. Never continues automatically. */
export function heldView({ hopUrl, shortAddress, to, heldFor }: HeldPage): View {
  const { title, text } = warningOf(heldFor);
  const report = `${hopUrl}/report?link=${encodeURIComponent(shortAddress)}`;
  return {
    title,
    shape: 'plain',
    head: html`<meta name="robots" content="noindex, nofollow" />`,
    body: html`<p class="warning-sign">${icon('triangle-alert')}</p>
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      <p>This link goes to</p>
      ${address(to)}
      <p class="warning-ways">
        <a class="button quiet" href="${to}" rel="nofollow noreferrer noopener"
          ><span>Continue anyway</span></a
        >
        ${linkButton({ label: t('Report link'), href: report, icon: 'flag', kind: 'plain' })}
      </p>
      <p class="quiet">
        This link has not been reviewed yet. If it is yours, visitors see this page until it has been.
      </p>`,
  };
}

/** Shows the full URL with its registrable domain highlighted. */
function address(to: string): Html {
  const target = parseTargetParts(to);
  const at = target ? to.toLowerCase().indexOf(target.site) : -1;
  if (!target || at < 0) return html`<p class="warning-address"><code>${to}</code></p>`;
  const end = at + target.site.length;
  return html`<p class="warning-address">
    <code>${to.slice(0, at)}<b>${to.slice(at, end)}</b>${to.slice(end)}</code
    >${target.name !== target.host && html`<br /><span class="quiet">shown as “${target.name}”</span>`}
  </p>`;
}

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
