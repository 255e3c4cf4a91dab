import { t } from '../../../kernel/translation/translate.ts';
import { icon } from '../../../web/components/icon.ts';
import { linkButton } from '../../../web/components/button.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { warningOf } from '../lists/rules.ts';
import { parseTargetParts } from '../assessment/target.ts';

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
