import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { linkButton } from '../../../web/components/button.ts';
import { copyField } from '../../../web/components/copy.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Link } from '../../record/link.ts';
import type { ModerationState } from '../../safety/assessment/get-standing.ts';
import { standingNotice } from '../../safety/components/standing-notice.ts';
import { shortAddress, shortName } from '../../record/link.ts';
import { splitTags } from '../../tags/tags.ts';
import type { StatisticsPageData } from '../../statistics/get-shown.ts';
import type { Subject } from '../../statistics/subject.ts';
import { subjectStatistics } from '../../statistics/components/subject-statistics.ts';
import type { BuilderState } from '../builder-state.ts';
import { ruleList, rulesInWords } from './describe-rules.ts';

interface LinkPage {
  hopUrl: string;
  now: Date;
  standing: ModerationState;
  link: Link;
  /** All values of the link. */
  state: BuilderState;
  /** The link as the subject of statistics. */
  subject: Subject;
  statistics: StatisticsPageData;
}

/** A link and its statistics. */
export function linkView({ hopUrl, now, standing, link, state, subject, statistics }: LinkPage): View {
  const name = shortName({ hopUrl }, link);
  const address = `/dashboard/links/${link.id}`;
  return {
    title: name,
    section: 'links',
    body: html`${pageHeader({
      title: link.title,
      above: breadcrumbs([{ label: t('Links'), href: '/dashboard' }, { label: name }]),
      actions: html`${linkButton({ label: t('Edit'), href: `${address}/edit`, icon: 'pencil' })}
      ${linkButton({ label: t('Test redirect'), href: `${address}/try`, icon: 'split' })}
      ${menu({
        label: t('More actions'),
        items: menuButton({ label: t('Delete'), to: `${address}/delete`, icon: 'trash-2', danger: true }),
      })}`,
    })}
    ${standingNotice(standing, shortAddress({ hopUrl }, link))}
    ${facts(shortAddress({ hopUrl }, link), link, state, now)}
    ${subjectStatistics(hopUrl, subject, statistics)}`,
  };
}

function facts(short: string, link: Link, state: BuilderState, now: Date): Html {
  const tags = splitTags(state.values?.tags ?? '').map((name) => name.trim());
  return html`<div class="link-summary">
    <div class="link-share">
      ${copyField({ label: t('Short link'), text: short })}
      <a class="link-qr" href="/dashboard/links/${link.id}/qr"
        ><img
          src="/dashboard/links/${link.id}/qr/picture"
          width="160"
          height="160"
          alt="QR code of the short link"
      /></a>
    </div>
    <dl class="facts">
      <div>
        <dt>Destination</dt>
        <dd><a href="${link.url}" rel="noreferrer">${link.url}</a></dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>${relativeTime(link.createdAt, now)}</dd>
      </div>
      ${
        link.expiresAt &&
        html`<div>
          <dt>Expires</dt>
          <dd>${expiry(link.expiresAt, now)}</dd>
        </div>`
      }
      ${
        tags.length > 0 &&
        html`<div>
          <dt>Tags</dt>
          <dd>
            ${tags.map((name) => html`<a class="badge" href="/dashboard?tag=${encodeURIComponent(name)}">${name}</a> `)}
          </dd>
        </div>`
      }
      ${
        state.values?.channels &&
        html`<div>
          <dt>Channels</dt>
          <dd>${state.values.channels}</dd>
        </div>`
      }
      ${
        link.description &&
        html`<div>
          <dt>Note</dt>
          <dd>${link.description}</dd>
        </div>`
      }
      ${
        rulesInWords(state).length > 1 &&
        html`<div>
          <dt>Redirects to</dt>
          <dd>${ruleList(state)}</dd>
        </div>`
      }
    </dl>
  </div>`;
}

function expiry(at: Date, now: Date): Html {
  return html`${relativeTime(at, now)} ${at <= now && badge(t('Ended'), 'warning')}`;
}
