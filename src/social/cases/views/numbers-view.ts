import { subjectLabel } from '../../../identity/operators/audit-actions.ts';
import { auditEntries, type AuditFilter } from '../../../identity/operators/components.ts';
import { formatPercent, numberFormat, t } from '../../../web/translation/translate.ts';
import { card, emptyState, table, day } from '../../../web/components/surfaces.ts';
import { statistics } from '../../../web/components/charts/figures.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { tabbedView } from '../../../web/components/navigation/tabs.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View, shortNumber } from '../../../web/html.ts';
import type { ModerationNumbers } from '../numbers.ts';

const pages = () => [
  { label: t('Queue'), href: '/moderation' },
  { label: t('Log'), href: '/moderation/log' },
  { label: t('Words'), href: '/moderation/words' },
  { label: t('Statistics'), href: '/moderation/numbers' },
  { label: t('Digest'), href: '/moderation/digest' },
];

/** A moderation page with the common heading and tabs. */
export const moderationPage = (title: string, href: string, lead: string, body: Html): View =>
  tabbedView({
    title,
    section: 'moderation',
    wide: true,
    heading: t('Moderation'),
    lead,
    pages: pages(),
    href,
    body,
  });

/** Moderation statistics, waiting times and the state of the spam filter. */
export const numbersView = (numbers: ModerationNumbers, isOperator: boolean, state: FormState): View =>
  moderationPage(
    t('Statistics'),
    '/moderation/numbers',
    t('Held content, decisions and spam filter performance of the last two weeks.'),
    html`${statistics([
      { label: t('Pending'), value: shortNumber(numbers.waiting), href: '/moderation' },
      { label: t('Held'), value: sum(numbers, 'held'), trend: numbers.days.map(({ held }) => held) },
      {
        label: t('Approved'),
        value: sum(numbers, 'released'),
        trend: numbers.days.map(({ released }) => released),
      },
      {
        label: t('Removed'),
        value: sum(numbers, 'removed'),
        trend: numbers.days.map(({ removed }) => removed),
      },
      { label: t('Median wait'), value: waitInWords(numbers.medianWait) },
    ])}
    ${modelCard(numbers)} ${dayTable(numbers)} ${isOperator && settingsCard(numbers, state)}`,
  );

const sum = ({ days }: ModerationNumbers, name: 'held' | 'released' | 'removed') =>
  shortNumber(days.reduce((total, day) => total + day[name], 0));

const unit = (unit: 'minute' | 'hour' | 'day') => numberFormat({ style: 'unit', unit, unitDisplay: 'short' });
const inUnit = { minute: unit('minute'), hour: unit('hour'), day: unit('day') };

/** A waiting time in the largest fitting unit. */
export function waitInWords(wait: number | null): string {
  if (wait === null) return '–';
  const minutes = Math.round(wait / 60_000);
  if (minutes < 120) return inUnit.minute.format(minutes);
  return minutes < 48 * 60
    ? inUnit.hour.format(Math.round(minutes / 60))
    : inUnit.day.format(Math.round(minutes / 1440));
}

function modelCard({ model, settings }: ModerationNumbers): Html {
  const { spam, ham, judged, held, rightlyHeld, spamThere } = model;
  const isReady = spam >= settings.spamAfter && ham >= settings.spamAfter;
  const percent = (part: number, of: number) => (of === 0 ? '–' : formatPercent(part / of));
  return card({
    title: t('Spam filter'),
    lead: isReady
      ? t('Trained on {spam} texts removed as spam and {ham} approved texts.', { spam, ham })
      : t(
          'Not active yet: trained on {spam} removed and {ham} approved texts; {spamAfter} of each are required.',
          { spam, ham, spamAfter: settings.spamAfter },
        ),
    body: statistics([
      { label: t('Known words'), value: shortNumber(model.tokens) },
      { label: t('Precision'), value: percent(rightlyHeld, held) },
      { label: t('Recall'), value: percent(rightlyHeld, spamThere) },
      { label: t('Decisions evaluated'), value: shortNumber(judged) },
    ]),
  });
}

const dayTable = ({ days }: ModerationNumbers): Html =>
  card({
    title: t('By day'),
    flush: true,
    body: table({
      caption: t('By day'),
      rows: days.filter(({ held, released, removed }) => held + released + removed > 0).reverse(),
      columns: [
        { label: t('Day'), main: true, cell: ({ day: at }) => day(new Date(at)) },
        { label: t('Held'), align: 'end', cell: ({ held }) => shortNumber(held) },
        { label: t('Approved'), align: 'end', cell: ({ released }) => shortNumber(released) },
        { label: t('Removed'), align: 'end', cell: ({ removed }) => shortNumber(removed) },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('No activity in two weeks'),
        text: t('Days with held content or decisions will appear here.'),
      }),
    }),
  });

function settingsCard({ settings }: ModerationNumbers, state: FormState): Html {
  const values =
    state.values ?? Object.fromEntries(Object.entries(settings).map(([name, n]) => [name, String(n)]));
  const field = bind({ ...state, values });
  const number = (name: string, label: string, hint: string, max: number, min = 0) =>
    textField({ ...field(name), label, hint, type: 'number', min, max });
  return card({
    title: t('Hold thresholds'),
    lead: t('Only operators can change this.'),
    body: html`${form({
      action: '/moderation/settings',
      submit: t('Save'),
      state,
      body: html`${number('firstPosts', t('First posts of new members to hold'), t('0 to disable.'), 20)}
      ${number('spamHold', t('Hold at spam score'), t('From 1 to 100. 0 to disable.'), 100)}
      ${number('spamRefuse', t('Reject at spam score'), t('From 1 to 100. 0 to disable.'), 100)}
      ${number('spamAfter', t('Decisions before the filter is active'), t('Approvals and removals each.'), 10_000, 1)}`,
    })}
    ${buttonForm({
      to: '/moderation/forget',
      label: t('Reset spam filter'),
      kind: 'danger',
      small: true,
      confirm: t('Reset the spam filter? Its training data will be deleted.'),
    })}`,
  });
}

interface LogOptions extends AuditFilter {
  /** Readable names of the subjects that still exist. */
  names: ReadonlyMap<string, string>;
}

const path = '/moderation/log';

/** The log of moderation decisions with moderator, time and reason. */
export const logView = ({ names, ...filter }: LogOptions): View =>
  moderationPage(
    t('Decision log'),
    path,
    t('All moderation decisions.'),
    auditEntries({
      ...filter,
      path,
      caption: t('Decision log'),
      detail: t('Reason'),
      about: (subject) => subjectLink(subject, names.get(subject) ?? (subjectLabel(subject) || '–')),
      empty: { title: t('No decisions yet'), text: t('Decisions will be listed here.') },
    }),
  );

function subjectLink(subject: string, name: string): string | Html {
  const [, id] = /^post (\d+)$/.exec(subject) ?? [];
  return id === undefined ? name : html`<a class="link" href="/posts/${id}">${name}</a>`;
}
