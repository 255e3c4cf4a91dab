import { ruleDetail } from '../../moderation/case.ts';
import { t } from '../../../web/translation/translate.ts';
import { badge, card, notice } from '../../../web/components/surfaces.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { radioGroup } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { Trial } from '../../moderation/moderate.ts';
import type { TextRule, TextRuleKind } from '../../moderation/text-marks.ts';
import { moderationPage } from './numbers-view.ts';

export interface WordsOptions {
  rules: readonly TextRule[];
  /** State of the rejected form. */
  state: FormState;
  trial?: { text: string; outcome: Trial };
}

const kinds = (): Readonly<Record<TextRuleKind, string>> => ({
  word: t('Words and phrases'),
  part: t('Parts of words'),
  domain: t('Domains'),
});

/** The words, partial words and domains that hold or reject content. */
export const wordsView = (options: WordsOptions): View =>
  moderationPage(
    t('Words'),
    '/moderation/words',
    t('Content that matches is held for review or rejected.'),
    html`${addCard(options)}
    ${Object.entries(kinds()).map(([kind, title]) => listCard(kind, title, options.rules))}
    ${tryCard(options)} ${importCard(options)}`,
  );

const addCard = ({ state }: WordsOptions): Html =>
  card({
    title: t('Add to the list'),
    body: form({
      action: '/moderation/words',
      submit: t('Add to the list'),
      submitKind: 'quiet',
      state: state.values?.pattern === undefined ? {} : state,
      body: html`${textField({
        ...bind(state)('pattern'),
        label: t('Word, phrase, part of a word, or domain'),
        maxlength: 200,
        required: true,
      })}
      ${radioGroup({
        name: 'kind',
        label: t('Match'),
        value: state.values?.kind ?? 'word',
        choices: [
          { value: 'word', label: t('Whole word or phrase'), hint: t('“casino” is not in “casinos”') },
          { value: 'part', label: t('Anywhere, even within words') },
          {
            value: 'domain',
            label: t('Link domain'),
            hint: t('example.com and its subdomains'),
          },
        ],
      })}
      ${radioGroup({
        name: 'outcome',
        label: t('Action'),
        value: state.values?.outcome ?? 'hold',
        inline: true,
        choices: [
          { value: 'hold', label: t('Hold') },
          { value: 'refuse', label: t('Reject') },
        ],
      })}`,
    }),
  });

function listCard(kind: string, title: string, rules: readonly TextRule[]): Html | false {
  const own = rules.filter((rule) => rule.kind === kind);
  if (own.length === 0) return false;
  return card({
    title,
    body: html`<ul class="words">
      ${own.map(ruleRow)}
    </ul>`,
  });
}

const ruleRow = ({ kind, pattern, outcome }: TextRule): Html =>
  html`<li>
    <span>${pattern}</span>
    ${badge(outcome === 'hold' ? t('Hold') : t('Reject'), outcome === 'hold' ? 'neutral' : 'danger')}
    ${buttonForm({
      to: '/moderation/words/remove',
      label: t('Remove'),
      small: true,
      kind: 'plain',
      fields: { kind, pattern },
      data: { 'aria-label': t('Remove {pattern}', { pattern }) },
    })}
  </li>`;

const tryCard = ({ trial, state }: WordsOptions): Html =>
  card({
    id: 'try',
    title: t('Test a text'),
    lead: t('Check how a text by an established member would be handled. Nothing is stored.'),
    body: html`${trial && outcomeOf(trial.outcome)}
    ${form({
      action: '/moderation/words/try',
      submit: t('Try it'),
      submitKind: 'quiet',
      answersWithPage: true,
      body: textArea({
        name: 'text',
        id: 'try-text',
        label: t('Text'),
        value: trial?.text ?? state.values?.text,
        error: state.errors?.text,
        rows: 3,
        maxlength: 20_000,
      }),
    })}`,
  });

const outcomeOf = ({ outcome, rule, detail, score }: Trial): Html =>
  notice({
    tone: { allow: 'success', hold: 'warning', refuse: 'danger' }[outcome] as 'success',
    title: { allow: t('Would be published'), hold: t('Would be held'), refuse: t('Would be rejected') }[
      outcome
    ],
    body: html`<p>
      ${rule && html`By the rule “${rule}”: ${ruleDetail(detail)}.`}
      ${
        score === null
          ? t('The spam filter has not been trained enough.')
          : t('Spam score: {round} of 100.', { round: Math.round(score * 100) })
      }
    </p>`,
  });

const importCard = ({ state }: WordsOptions): Html =>
  card({
    title: t('Import list'),
    lead: t('One entry per line: hold or refuse; word, part or domain; and the text.'),
    actions: html`${linkButton({ label: t('Download list'), href: '/moderation/words.txt', small: true })}
    ${linkButton({ label: t('Lists of Mastodon'), href: '/moderation/domains', small: true })}`,
    body: form({
      action: '/moderation/words/import',
      submit: t('Import'),
      submitKind: 'quiet',
      state: state.values?.list === undefined ? {} : state,
      body: textArea({
        ...bind(state)('list'),
        label: t('Entries'),
        placeholder: t('hold word free money'),
        rows: 4,
        mono: true,
      }),
    }),
  });
