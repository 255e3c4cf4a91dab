import { formatNumber, asLabel, t } from '../../../web/translation/translate.ts';
import { currentLanguage } from '../../../web/translation/languages.ts';
import { html } from '../../../web/html.ts';
import { mailHead } from '../../../web/mail-document.ts';
import type { MailMessage } from '../../../platform/mail.ts';
import type { WeeklyFigures } from '../weekly-figures.ts';
import { nounOf } from './case-view.ts';
import { waitInWords } from './numbers-view.ts';

interface Row {
  label: string;
  now: string;
  before: string;
}

/** The figures of a week beside those of the week before. */
export function weekRows({ week, before }: WeeklyFigures): Row[] {
  const row = (label: string, name: Exclude<keyof typeof week, 'median'>): Row => ({
    label,
    now: formatNumber(week[name]),
    before: formatNumber(before[name]),
  });
  return [
    row(t('Reported'), 'reported'),
    row(t('Held'), 'held'),
    row(t('Decided'), 'decided'),
    {
      label: t('Median time to a decision'),
      now: waitInWords(week.median),
      before: waitInWords(before.median),
    },
    row(t('Appeals'), 'appeals'),
    row(t('New members'), 'joined'),
    row(t('Suspended'), 'suspended'),
  ];
}

/** What waits now, with the pages that have it. */
export const waitingRows = ({ waiting }: WeeklyFigures): { label: string; n: number; href: string }[] => [
  { label: t('Cases to decide'), n: waiting.cases, href: '/moderation' },
  { label: t('Open appeals'), n: waiting.appeals, href: '/moderation?show=appeals' },
  { label: t('Registrations to approve'), n: waiting.registrations, href: '/operator/registrations' },
];

/** What was reported by most, as lines. */
export const mostReportedLines = ({
  mostReported,
}: WeeklyFigures): { text: string; href: string | undefined }[] =>
  mostReported.map(({ caseId, kind, author, reports, isOpen }) => ({
    text: t('{noun} by @{author}: {count, plural, one {# report} other {# reports}}', {
      noun: asLabel(nounOf({ kind })),
      author,
      count: reports,
    }),
    href: isOpen ? `/moderation?case=${caseId}` : undefined,
  }));

/** The email in the language of its reader: figures, what waits, and what was reported by most. */
export function writeTeamDigest(
  base: string,
  figures: WeeklyFigures,
  unsubscribe: string,
): Omit<MailMessage, 'to'> {
  const subject = t('Moderation: {decided} decided, {waiting} waiting', {
    decided: formatNumber(figures.week.decided),
    waiting: formatNumber(figures.waiting.cases + figures.waiting.appeals),
  });
  const [was, waits, most] = [t('The past week'), t('Waiting now'), t('Most reported')];
  const leave = t('Unsubscribe from this digest');
  const rows = weekRows(figures);
  const waiting = waitingRows(figures).filter(({ n }) => n > 0);
  const lines = mostReportedLines(figures);
  return {
    subject,
    unsubscribe,
    text: [
      was,
      rows
        .map(({ label, now, before }) => t('{label}: {now} (week before: {before})', { label, now, before }))
        .join('\n'),
      ...(waiting.length === 0
        ? []
        : [
            waits,
            waiting.map(({ label, n, href }) => `${label}: ${formatNumber(n)}\n${base}${href}`).join('\n'),
          ]),
      ...(lines.length === 0
        ? []
        : [most, lines.map(({ text, href }) => (href ? `${text}\n${base}${href}` : text)).join('\n')]),
      `-- \n${leave}: ${unsubscribe}`,
    ].join('\n\n'),
    html: `${mailHead(currentLanguage(), subject)}${
      html`<h1>${was}</h1>
        <table>
          <tr>
            <th></th>
            <td></td>
            <td>${t('Week before')}</td>
          </tr>
          ${rows.map(
            ({ label, now, before }) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td><b>${now}</b></td>
                <td>${before}</td>
              </tr>`,
          )}
        </table>
        ${
          waiting.length > 0 &&
          html`<h2>${waits}</h2>
            <ul>
              ${waiting.map(
                ({ label, n, href }) =>
                  html`<li><a href="${base}${href}">${label}: ${formatNumber(n)}</a></li>`,
              )}
            </ul>`
        }
        ${
          lines.length > 0 &&
          html`<h2>${most}</h2>
            <ul>
              ${lines.map(({ text, href }) => html`<li>${href ? html`<a href="${base}${href}">${text}</a>` : text}</li>`)}
            </ul>`
        }
        <hr />
        <p class="foot"><a href="${unsubscribe}">${leave}</a></p>`.text
    }</body></html>`,
  };
}
