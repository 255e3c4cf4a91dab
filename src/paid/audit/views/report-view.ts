import { t, formatNumber } from '../../../web/translation/translate.ts';
import { button, linkButton, copyField, icon } from '../../../web/components/controls.ts';
import { card, notice, pageHeader, relativeTime } from '../../../web/components/surfaces.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { CategoryReport, AuditFinding, AuditReport } from '../audit.ts';
import type { PastAudit, StoredReport } from '../reports.ts';
import { auditList, gradeBadge, statuses } from './history-view.ts';

interface Options {
  stored: StoredReport;
  /** The viewer's audits of the same site. */
  past: readonly PastAudit[];
  base: string;
}

/** A report: the grade, the categories, what to fix first, and every check. */
export function auditReportView({ stored, past, base }: Options): View {
  const { report, createdAt } = stored;
  const { host } = new URL(report.url);
  return {
    title: t('Audit of {host}', { host }),
    section: 'tools',
    style: 'tools',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({
      title: t('Audit of {host}', { host }),
      lead: html`<a href="${report.final_url}" rel="nofollow noopener">${report.final_url}</a>,
        ${relativeTime(createdAt)}`,
      actions: html`<span class="needs-script"
          >${button({
            label: 'Print',
            icon: 'file-text',
            type: 'button',
            data: { 'data-controller': 'print', 'data-action': 'print#open' },
          })}</span
        >
        ${linkButton({
          label: 'Audit again',
          href: `/tools/audit?url=${encodeURIComponent(report.url)}`,
          icon: 'refresh-cw',
          kind: 'primary',
        })}`,
    })}
    ${summary(report)} ${report.capped && notice({ tone: 'warning', body: report.capped })}
    ${firstToFix(report)} ${report.categories.map((category) => categoryCard(category, report.checks))}
    ${
      past.length > 1 &&
      card({
        title: 'Your audits of this site',
        actions: linkButton({
          label: 'History',
          href: `/tools/audit/history?host=${encodeURIComponent(host)}`,
          small: true,
        }),
        flush: true,
        body: auditList(past.slice(0, 5)),
      })
    }
    ${badgeCard(host, report, base)}`,
  };
}

const summary = ({ grade, score, categories }: AuditReport): Html =>
  html`<section class="card audit-summary" aria-label="Result">
    <div class="audit-total">
      ${gradeBadge(grade, 'large')}
      <p><strong>${score}</strong><span class="quiet"> of 100</span></p>
    </div>
    <ul>
      ${categories.map(
        ({ id, title, score }) =>
          html`<li>
            <a href="#${id}">${title}</a>
            <progress max="100" value="${score ?? 0}" aria-label="${title}"></progress>
            <span>${score ?? '–'}</span>
          </li>`,
      )}
    </ul>
  </section>`;

const lost = ({ status, weight, modifier }: AuditFinding): number =>
  modifier === undefined ? weight * (status === 'fail' ? 5 : 2.5) : -modifier;

function firstToFix({ checks }: AuditReport): Html | false {
  const worst = checks
    .filter((check) => (check.status === 'fail' || check.status === 'warn') && check.weight > 0)
    .toSorted((a, b) => lost(b) - lost(a))
    .slice(0, 5);
  return (
    worst.length > 0 &&
    card({
      title: 'Fix first',
      body: html`<ol class="audit-first">
        ${worst.map(({ id, title, fix }) => html`<li><a href="#check-${id}">${title}</a><span>${fix}</span></li>`)}
      </ol>`,
    })
  );
}

function categoryCard({ id, title, score, grade }: CategoryReport, all: readonly AuditFinding[]): Html {
  const checks = all.filter(({ category }) => category === id);
  const counted = checks.filter(({ status }) => status !== 'na' && status !== 'unable');
  const left = checks.filter((check) => !counted.includes(check));
  const order = ['fail', 'warn', 'pass'];
  const sorted = counted.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return card({
    id,
    title,
    lead: score === null ? 'Nothing could be checked.' : `${score} of 100`,
    actions: gradeBadge(grade),
    flush: true,
    body: html`<ul class="audit-checks">
        ${sorted.map(checkItem)}
      </ul>
      ${
        left.length > 0 &&
        html`<details class="audit-left">
          <summary>${formatNumber(left.length)} not applicable or not checked</summary>
          <ul class="audit-checks">
            ${left.map(checkItem)}
          </ul>
        </details>`
      }`,
  });
}

const checkItem = ({ id, title, status, evidence, fix, ref, weight }: AuditFinding): Html => {
  const { label, icon: image } = statuses[status];
  return html`<li id="check-${id}" data-status="${status}">
    <span class="audit-status" title="${label}"
      >${icon(image)}<span class="visually-hidden">${label}:</span></span
    >
    <div>
      <h3>${title}${weight === 0 && html` <span class="quiet">not counted</span>`}</h3>
      <p class="audit-evidence">${evidence}</p>
      ${fix && html`<p>${fix} <a href="${ref}" rel="noopener">Learn more</a></p>`}
    </div>
  </li>`;
};

function badgeCard(host: string, { grade }: AuditReport, base: string): Html {
  const picture = `${base}/tools/audit/badge/${encodeURIComponent(host)}.svg`;
  return card({
    title: 'Badge',
    lead: 'Shows the grade of the newest audit of this site.',
    body: html`<p>
        <img src="${new URL(picture).pathname}" alt="Website audit: ${grade}" width="126" height="20" />
      </p>
      ${copyField({
        label: 'HTML',
        text: `<a href="${base}/tools/audit?url=${encodeURIComponent(host)}"><img src="${picture}" alt="Website audit" height="20"></a>`,
      })}`,
  });
}
