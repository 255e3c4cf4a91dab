import { t } from '../../../web/translation/translate.ts';
import { badge, card, notice, pageHeader, relativeTime, timeText } from '../../../web/components/surfaces.ts';
import { linkButton, copyField, icon } from '../../../web/components/controls.ts';
import { checkbox, selectField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { menu, menuButton, menuLink } from '../../../web/components/navigation/menu.ts';
import { menuList } from '../../../web/components/navigation/row-menu.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { type Link, shortAddress, shortName } from '../../link/link.ts';
import type { Explanation, TriedStep } from '../../redirect/targeting/try-link.ts';
import { deviceNames } from '../../redirect/user-agent.ts';
import type { ModerationState } from '../../safety/assessment.ts';
import { standingNotice } from '../../safety/components.ts';
import { subjectStatistics } from '../../statistics/components/subject-statistics.ts';
import type { StatisticsPageData } from '../../statistics/reading.ts';
import type { StatisticsSubject } from '../../statistics/subject.ts';
import { splitTagNames } from '../../tags/tags.ts';
import type { BuilderState } from '../builder-state.ts';
import { deviceTitles, languages } from './builder-targets.ts';
import { linkActs, linkEntries } from './link-table.ts';
import { countryNames, ruleList, rulesInWords } from './describe-rules.ts';

interface LinkPage {
  hopUrl: string;
  now: Date;
  standing: ModerationState;
  link: Link;
  /** All values of the link. */
  state: BuilderState;
  /** The link as the subject of statistics. */
  subject: StatisticsSubject;
  statistics: StatisticsPageData;
}

/** A link and its statistics. */
export function linkView({ hopUrl, now, standing, link, state, subject, statistics }: LinkPage): View {
  const name = shortName({ hopUrl }, link);
  const address = `/dashboard/links/${link.id}`;
  return {
    title: name,
    section: 'links',
    style: 'link-builder',
    body: html`${pageHeader({
      title: link.title,
      above: breadcrumbs([{ label: t('Links'), href: '/dashboard' }, { label: name }]),
      actions: html`${linkButton({ label: t('Edit'), href: `${address}/edit`, icon: 'pencil' })}
      ${linkButton({ label: t('Test redirect'), href: `${address}/try`, icon: 'split' })}
      ${menu({
        label: t('More actions'),
        items: html`${menuLink({ label: t('Duplicate'), href: `/dashboard/links/new?from=${link.id}`, icon: 'copy' })}
        ${menuButton({ label: t('Delete'), to: `${address}/delete`, icon: 'trash-2', danger: true })}`,
      })}`,
    })}
    ${standingNotice(standing, shortAddress({ hopUrl }, link))}
    ${facts(shortAddress({ hopUrl }, link), link, state, { now, zone: statistics.range.usualZone })}
    ${subjectStatistics(hopUrl, subject, statistics)}`,
  };
}

/** The menu of a link as a page, for readers without scripts. */
export function linkMenuView(hopUrl: string, link: Parameters<typeof linkActs>[1]): View {
  const menu = linkActs(hopUrl, link);
  return {
    title: menu.label,
    section: 'links',
    body: html`${pageHeader({
      title: menu.label,
      above: breadcrumbs([{ label: t('Links'), href: '/dashboard' }, { label: link.alias }]),
    })}
    ${menuList(linkEntries(), menu)}`,
  };
}

function facts(
  short: string,
  link: Link,
  state: BuilderState,
  { now, zone }: { now: Date; zone: string },
): Html {
  const tags = splitTagNames(state.values?.tags ?? '').map((name) => name.trim());
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
          <dd>${expiry(link.expiresAt, now, zone)}</dd>
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

function expiry(at: Date, now: Date, zone: string): Html {
  return html`${timeText(at, zone)} (${zone}), ${relativeTime(at, now)}
  ${at <= now && badge(t('Ended'), 'warning')}`;
}

interface TryPage {
  hopUrl: string;
  link: Link;
  /** Form state of the hypothetical visitor. */
  state: FormState;
  explanation: Explanation | undefined;
}

/**
 * Shows what a visitor would get and why, so that targeting can be tested without matching its conditions.
 */
export function targetingTestView({ hopUrl, link, state, explanation }: TryPage): View {
  const name = shortName({ hopUrl }, link);
  return {
    title: t('Test redirect: {name}', { name }),
    section: 'links',
    style: 'link-builder',
    body: html`${pageHeader({
      title: t('Test redirect'),
      lead: t('See where a visitor would be redirected. Tests are not counted.'),
      above: breadcrumbs([
        { label: t('Links'), href: '/dashboard' },
        { label: name, href: `/dashboard/links/${link.id}` },
        { label: t('Test redirect') },
      ]),
    })}
    ${card({ body: question(link, state) })}
    ${explanation && html`${notice({ tone: 'accent', title: t('Result'), body: answer(explanation) })} ${steps(explanation.steps)}`}`,
  };
}

function question({ id }: Link, state: FormState): Html {
  const field = bind(state);
  const ticked = (name: string, label: string) =>
    checkbox({ name, label, checked: state.values?.[name] !== undefined });
  return form({
    action: `/dashboard/links/${id}/try`,
    method: 'get',
    state,
    submit: t('Test'),
    body: html`<div class="builder-pairs">
        ${textField({ ...field('country'), label: t('Country'), required: false, list: 'countries', autocomplete: 'off' })}
        ${textField({ ...field('region'), label: t('Region'), required: false, autocomplete: 'off' })}
        ${selectField({
          ...field('device'),
          label: t('Device'),
          empty: t('Unknown'),
          choices: deviceNames.map((device) => ({ value: device, label: deviceTitles()[device] })),
        })}
        ${selectField({ ...field('language'), label: t('Language'), empty: t('Unknown'), choices: languages() })}
        ${textField({ ...field('at'), label: t('When (UTC)'), required: false, type: 'datetime-local' })}
        ${textField({ ...field('draw'), label: t('Random number (0 to 99)'), required: false, type: 'number', min: 0, max: 99 })}
        ${textField({ ...field('query'), label: t('Query string'), required: false, placeholder: '?ref=poster', autocomplete: 'off' })}
      </div>
      ${ticked('previewer', t('Preview bot, such as a social network'))}
      ${ticked('unlocked', t('Knows the password'))}
      <datalist id="countries">
        ${countryNames().map((name) => html`<option value="${name}"></option>`)}
      </datalist>`,
  });
}

const answer = ({ steps }: Explanation): Html => {
  const last = steps.at(-1);
  return html`<p class="try-answer">${last?.note}</p>`;
};

const steps = (all: readonly TriedStep[]): Html =>
  html`<h2>Reason</h2>
    ${card({
      flush: true,
      body: html`<ol class="try-steps">
        ${all.map(
          ({ title, won, note }) =>
            html`<li data-won="${won}">
              ${icon(won ? 'check' : 'minus')}
              <div>
                <p><b>${title}</b> ${won && badge(t('Matched'), 'success')}</p>
                <p class="field-hint">${note}</p>
              </div>
            </li>`,
        )}
      </ol>`,
    })}`;
