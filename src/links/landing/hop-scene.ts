import { t } from '../../kernel/translation/translate.ts';
import { icon } from '../../web/components/icon.ts';
import { linePath } from '../../web/components/charts/chart-scale.ts';
import { html, type Html } from '../../web/html.ts';

const clicks = [4, 9, 7, 14, 12, 22, 19, 27, 31, 28, 40, 52];

/** The hero illustration: a long URL becomes a short one, and its clicks are counted. */
export function hopScene(host: string): Html {
  return html`<div class="hop-scene" aria-hidden="true">
    <p class="hop-long" dir="ltr">
      https://shop.example.org/catalog/2026/spring-collection/linen?<wbr />utm_source=poster&amp;<wbr />utm_medium=print&amp;<wbr />utm_campaign=harbor-north&amp;<wbr />ref=QR_0419_b&amp;lang=pt
    </p>
    <svg class="hop-arc" viewBox="0 0 480 150" preserveAspectRatio="xMidYMax meet">
      <path class="hop-arc-line" d="M22 4C70 8 98 62 106 128C116 -10 254 -14 266 128C274 54 366 46 378 122" />
      <circle class="hop-arc-spark" cx="379" cy="130" r="9" />
    </svg>
    <div class="hop-ticket">
      <div class="hop-short">
        <p dir="ltr"><span>${host}/</span>spring</p>
        ${icon('qr-code')} ${icon('copy')}
      </div>
      <div class="hop-count">
        <p><b>1,204</b> clicks this week</p>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path class="chart-area" d="${linePath(clicks, 56)}V100H0Z" />
          <path class="chart-line" d="${linePath(clicks, 56)}" />
        </svg>
      </div>
    </div>
  </div>`;
}

const rules = () =>
  [
    { icon: 'map-pin', when: t('in Portugal'), to: 'loja.example.pt/primavera' },
    { icon: 'smartphone', when: t('on an iPhone'), to: 'apps.apple.com/app/linen' },
    { icon: 'languages', when: t('Italian speakers'), to: 'shop.example.org/it/lino' },
    { icon: 'arrow-right', when: t('everyone else'), to: 'shop.example.org/linen' },
  ] as const;

/** An illustration of one link with several targets. */
export function signpost(host: string): Html {
  return html`<figure class="signpost">
    <figcaption>
      <bdi dir="ltr"><span>${host}/</span>spring</bdi>
    </figcaption>
    <ul>
      ${rules().map((rule) => html`<li>${icon(rule.icon)}<span>${rule.when}</span><span>${rule.to}</span></li>`)}
    </ul>
  </figure>`;
}
