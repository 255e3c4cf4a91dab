import { badge } from '../../../web/components/badge.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { radioGroup } from '../../../web/components/fields/choice-field.ts';
import { notice } from '../../../web/components/notice.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Trial } from '../../moderation/words/try-text.ts';
import type { TextRule, TextRuleKind } from '../../moderation/words/text-rule.ts';
import { moderationPage } from './moderation-frame.ts';

export interface WordsOptions {
  rules: readonly TextRule[];
  /** Of the form that was refused. */
  state: FormState;
  trial?: { text: string; outcome: Trial };
}

const kinds: Readonly<Record<TextRuleKind, string>> = {
  word: 'Words and phrases',
  part: 'Parts of words',
  domain: 'Domains',
};

/** Which words, parts of words and domains make a text wait, or keep it out. */
export const wordsView = (options: WordsOptions): View =>
  moderationPage(
    'Words',
    '/moderation/words',
    'A text with one of these waits for a moderator, or is not taken at all.',
    html`${addCard(options)}
    ${Object.entries(kinds).map(([kind, title]) => listCard(kind, title, options.rules))} ${tryCard(options)}
    ${importCard(options)}`,
  );

const addCard = ({ state }: WordsOptions): Html =>
  card({
    title: 'Add to the list',
    body: form({
      action: '/moderation/words',
      submit: 'Add to the list',
      submitKind: 'quiet',
      state: state.values?.pattern === undefined ? {} : state,
      body: html`${textField({
        ...bind(state)('pattern'),
        label: 'Word, phrase, part of a word, or domain',
        maxlength: 200,
        required: true,
      })}
      ${radioGroup({
        name: 'kind',
        label: 'It counts',
        value: state.values?.kind ?? 'word',
        choices: [
          { value: 'word', label: 'as a word or phrase', hint: '“casino” is not in “casinos”' },
          { value: 'part', label: 'anywhere, also within words' },
          {
            value: 'domain',
            label: 'as where a link leads',
            hint: 'example.com, and all that lies below it',
          },
        ],
      })}
      ${radioGroup({
        name: 'outcome',
        label: 'What happens to a text with it',
        value: state.values?.outcome ?? 'hold',
        inline: true,
        choices: [
          { value: 'hold', label: 'It waits' },
          { value: 'refuse', label: 'It is refused' },
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
    ${badge(outcome === 'hold' ? 'waits' : 'refused', outcome === 'hold' ? 'neutral' : 'danger')}
    ${buttonForm({
      to: '/moderation/words/remove',
      label: 'Remove',
      small: true,
      kind: 'plain',
      fields: { kind, pattern },
      data: { 'aria-label': `Remove ${pattern}` },
    })}
  </li>`;

const tryCard = ({ trial }: WordsOptions): Html =>
  card({
    id: 'try',
    title: 'Try a text',
    lead: 'What would happen to it, said by a member whom nothing else speaks for or against. Nothing is kept.',
    body: html`${trial && outcomeOf(trial.outcome)}
    ${form({
      action: '/moderation/words/try',
      submit: 'Try it',
      submitKind: 'quiet',
      answersWithPage: true,
      body: textArea({
        name: 'text',
        id: 'try-text',
        label: 'Text',
        value: trial?.text,
        rows: 3,
        maxlength: 20_000,
      }),
    })}`,
  });

const outcomeOf = ({ outcome, rule, detail, score }: Trial): Html =>
  notice({
    tone: { allow: 'success', hold: 'warning', refuse: 'danger' }[outcome] as 'success',
    title: { allow: 'It would be published', hold: 'It would wait here', refuse: 'It would be refused' }[
      outcome
    ],
    body: html`<p>
      ${rule && html`By the rule “${rule}”: ${detail}.`}
      ${
        score === null
          ? 'The spam filter has not learned enough to say anything.'
          : `It reads like spam to ${Math.round(score * 100)} of 100.`
      }
    </p>`,
  });

const importCard = ({ state }: WordsOptions): Html =>
  card({
    title: 'Take over a list',
    lead: 'An entry a line: hold or refuse; word, part or domain; and what it is.',
    actions: linkButton({ label: 'Download this list', href: '/moderation/words.txt', small: true }),
    body: form({
      action: '/moderation/words/import',
      submit: 'Add all of it',
      submitKind: 'quiet',
      state: state.values?.list === undefined ? {} : state,
      body: textArea({
        ...bind(state)('list'),
        label: 'Entries',
        placeholder: 'hold word free money',
        rows: 4,
        mono: true,
      }),
    }),
  });
