import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { statistics } from '../../../web/components/charts/statistic.ts';
import { table } from '../../../web/components/table.ts';
import { day } from '../../../web/components/time.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { ModerationNumbers } from '../numbers.ts';
import { moderationPage } from './moderation-frame.ts';

/** How much is held, let through and taken away, how long it waits, and what the spam filter has learned. */
export const numbersView = (numbers: ModerationNumbers, isOperator: boolean, state: FormState): View =>
  moderationPage(
    'Numbers',
    '/moderation/numbers',
    'What was held and decided in the last two weeks, and what the spam filter makes of it.',
    html`${statistics([
      { label: 'Waiting', value: String(numbers.waiting), href: '/moderation' },
      { label: 'Held', value: sum(numbers, 'held'), course: numbers.days.map(({ held }) => held) },
      {
        label: 'Let through',
        value: sum(numbers, 'released'),
        course: numbers.days.map(({ released }) => released),
      },
      {
        label: 'Taken away',
        value: sum(numbers, 'removed'),
        course: numbers.days.map(({ removed }) => removed),
      },
      { label: 'Half waited less than', value: inWords(numbers.medianWait) },
    ])}
    ${modelCard(numbers)} ${dayTable(numbers)} ${isOperator && settingsCard(numbers, state)}`,
  );

const sum = ({ days }: ModerationNumbers, name: 'held' | 'released' | 'removed') =>
  String(days.reduce((total, day) => total + day[name], 0));

function inWords(wait: number | null): string {
  if (wait === null) return '–';
  const minutes = Math.round(wait / 60_000);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}

function modelCard({ model, settings }: ModerationNumbers): Html {
  const { spam, ham, judged, held, rightlyHeld, spamThere } = model;
  const isReady = spam >= settings.spamAfter && ham >= settings.spamAfter;
  const percent = (part: number, of: number) => (of === 0 ? '–' : `${Math.round((part / of) * 100)} %`);
  return card({
    title: 'Spam filter',
    lead: isReady
      ? `It learned from ${spam} texts that were taken away as spam and ${ham} that were let stand.`
      : `It has no say yet: it learned from ${spam} texts taken away as spam and ${ham} let stand, and wants ${settings.spamAfter} of either.`,
    body: statistics([
      { label: 'Words it knows', value: String(model.tokens) },
      { label: 'Right where it would hold', value: percent(rightlyHeld, held) },
      { label: 'Of the spam it would find', value: percent(rightlyHeld, spamThere) },
      { label: 'Decisions it was measured on', value: String(judged) },
    ]),
  });
}

const dayTable = ({ days }: ModerationNumbers): Html =>
  card({
    title: 'By day',
    flush: true,
    body: table({
      caption: 'By day',
      rows: days.filter(({ held, released, removed }) => held + released + removed > 0).reverse(),
      columns: [
        { label: 'Day', main: true, cell: ({ day: at }) => day(new Date(at)) },
        { label: 'Held', align: 'end', cell: ({ held }) => String(held) },
        { label: 'Let through', align: 'end', cell: ({ released }) => String(released) },
        { label: 'Taken away', align: 'end', cell: ({ removed }) => String(removed) },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: 'Nothing in two weeks',
        text: 'Days on which something was held or decided will stand here.',
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
    title: 'What is looked at first',
    lead: 'Only operators change this.',
    body: html`${form({
      action: '/moderation/settings',
      submit: 'Save',
      state,
      body: html`${number('firstPosts', 'First things that a newcomer says', 'So many wait for a moderator; 0: none.', 20)}
      ${number('spamHold', 'Held from this spam score on', 'Of 100; 0: never.', 100)}
      ${number('spamRefuse', 'Refused from this spam score on', 'Of 100; 0: never.', 100)}
      ${number('spamAfter', 'Decisions before the filter has a say', 'Of either kind.', 10_000, 1)}`,
    })}
    ${buttonForm({
      to: '/moderation/forget',
      label: 'Let the filter forget everything',
      kind: 'danger',
      small: true,
      confirm: 'Let the spam filter forget all that it learned?',
    })}`,
  });
}
