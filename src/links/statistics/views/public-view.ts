import { t } from '../../../kernel/translation/translate.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Dimension } from '../../clicks/roll-ups.ts';
import { shortAddress, shortName } from '../../record/link.ts';
import { publicAddress } from '../addresses.ts';
import type { StatisticsPageData } from '../get-shown.ts';
import type { Subject } from '../subject.ts';
import { statisticsBody } from './statistics-frame.ts';

/** Excludes cities, because in a small place they may identify a person. */
const dimensions: readonly Dimension[] = ['country', 'referrer', 'device', 'browser', 'system', 'language'];

/** Minimum visitors for lists, because fewer could identify a person by device or time. */
const minVisitors = 5;

/** The public statistics of a subject. */
export function publicView(hopUrl: string, subject: Subject, shown: StatisticsPageData): View {
  const name = subject.purpose === 'qr' ? subject.title || t('QR code') : shortName({ hopUrl }, subject);
  return {
    title: t('Statistics of {name}', { name }),
    shape: 'landing',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<div class="sections public-statistics">
      ${pageHeader({
        title: name,
        lead: html`Statistics of
        ${subject.purpose === 'qr' ? t('this code') : html`<a href="${shortAddress({ hopUrl }, subject)}" rel="nofollow">this link</a>`},
        made public by its owner.`,
      })}
      ${statisticsBody({
        shown,
        purpose: subject.purpose,
        address: new URL(publicAddress({ hopUrl }, subject)).pathname,
        dimensions,
        minVisitors,
      })}
    </div>`,
  };
}
