import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { copyField } from '../../../web/components/copy.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { StatisticsPageData } from '../../statistics/reading.ts';
import type { Subject } from '../../statistics/subject.ts';
import { subjectStatistics } from '../../statistics/components/subject-statistics.ts';
import { codeAddress, type Code } from '../codes/code.ts';
import { kindNames } from '../content/content.ts';
import { aboutContent } from './about-content.ts';
import { downloads } from './downloads.ts';

interface CodePage {
  hopUrl: string;
  now: Date;
  code: Code;
  /** The code as the subject of statistics. */
  subject: Subject;
  statistics: StatisticsPageData;
}

/** A code with its image and statistics. */
export function codeView({ hopUrl, now, code, subject, statistics }: CodePage): View {
  const address = `/dashboard/qr/${code.id}`;
  return {
    title: code.name,
    section: 'qr',
    style: 'design',
    body: html`${pageHeader({
        title: code.name,
        above: breadcrumbs([{ label: t('QR codes'), href: '/dashboard/qr' }, { label: code.name }]),
        actions: html`${linkButton({ label: t('Edit'), href: `${address}/edit`, icon: 'pencil' })}
        ${menu({
          label: t('More actions'),
          items: menuButton({ label: t('Delete'), to: `${address}/delete`, icon: 'trash-2', danger: true }),
        })}`,
      })}
      <div class="code-page">
        ${card({
          body: html`<img
              class="code-picture"
              src="${address}/picture?format=svg&amp;size=320"
              alt="The QR code"
              width="320"
              height="320"
            />
            ${downloads(`${address}/picture`)}`,
        })}
        ${facts(hopUrl, code, now)}
      </div>
      <div class="sections">${subjectStatistics(hopUrl, subject, statistics)}</div>`,
  };
}

function facts(hopUrl: string, code: Code, now: Date): Html {
  const { content, isDynamic, createdAt } = code;
  const about = aboutContent(content);
  return html`<div class="code-facts">
    ${copyField({ label: t('Short URL of the code'), text: codeAddress({ hopUrl }, code) })}
    <dl class="facts">
      <div>
        <dt>Content</dt>
        <dd>
          ${badge(kindNames()[content.kind])}
          ${content.kind === 'link' ? html`<a href="${about}" rel="noreferrer">${about}</a>` : about}
        </dd>
      </div>
      <div>
        <dt>Type</dt>
        <dd>
          ${
            isDynamic
              ? t('Dynamic: scans are counted, and you can change the destination')
              : t('Static: scans are not counted, only visits to its URL')
          }
        </dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>${relativeTime(createdAt, now)}</dd>
      </div>
    </dl>
  </div>`;
}
