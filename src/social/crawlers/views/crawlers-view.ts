import { operator } from '../../../identity/components/operator-frame.ts';
import { card } from '../../../web/components/card.ts';
import { selectField, switchField } from '../../../web/components/fields/choice-field.ts';
import { table } from '../../../web/components/table.ts';
import { textArea } from '../../../web/components/fields/text-field.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { fieldOf } from '../field-of.ts';
import { knownCrawlers, type Purpose } from '../known-crawlers.ts';
import type { CrawlerPolicy, CrawlerRule } from '../policy.ts';

const purposes: Readonly<Record<Purpose, string>> = {
  search: 'Search results',
  answers: 'Answers to a question just asked',
  training: 'Training of models',
  archive: 'A copy for everybody',
};

const choices: readonly { value: CrawlerRule; label: string }[] = [
  { value: 'same', label: 'As all others' },
  { value: 'open', label: 'May do everything' },
  { value: 'reading', label: 'May read, not train' },
  { value: 'refused', label: 'Is turned away' },
];

/** What the operator asks of crawlers. `text` is the robots.txt that says so now. */
export function crawlersView(policy: CrawlerPolicy, text: string, state: FormState = {}): View {
  const values = state.values;
  const isOn = (name: 'search' | 'aiInput' | 'aiTrain') => (values ? values[name] === 'on' : policy[name]);
  return operator(
    'Crawlers',
    '/operator/crawlers',
    html`${form({
      action: '/operator/crawlers',
      state,
      submit: 'Save',
      body: html`${card({
        title: 'What machines may do with what they read',
        lead: 'Crawlers that mind robots.txt find this there as content signals. It is a request, not a lock.',
        body: html`${switchField({ name: 'search', label: 'Show it in search results', checked: isOn('search') })}
        ${switchField({ name: 'aiInput', label: 'Use it in answers that name their source', checked: isOn('aiInput') })}
        ${switchField({ name: 'aiTrain', label: 'Train models with it', checked: isOn('aiTrain') })}`,
      })}
      ${card({
        title: 'Crawler by crawler',
        flush: true,
        body: table({
          caption: 'Crawlers, whose they are, and what they may do',
          rows: knownCrawlers,
          columns: [
            { label: 'Crawler', main: true, cell: ({ agent }) => agent },
            { label: 'Of', cell: ({ owner }) => owner },
            { label: 'Reads for', cell: ({ purpose }) => purposes[purpose] },
            {
              label: 'May',
              cell: ({ agent }) =>
                selectField({
                  name: fieldOf(agent),
                  label: `What ${agent} may do`,
                  hideLabel: true,
                  value: values?.[fieldOf(agent)] ?? policy.rules[agent] ?? 'same',
                  choices,
                }),
            },
          ],
        }),
      })}
      ${card({
        title: 'Further lines',
        body: textArea({
          name: 'extra',
          label: 'Lines for robots.txt',
          hint: 'Groups for other crawlers, as RFC 9309 has them.',
          value: values?.extra ?? policy.extra,
          error: state.errors?.extra,
          maxlength: 10_000,
          rows: 4,
          required: false,
        }),
      })}`,
    })}
    ${card({ title: 'robots.txt as it is now', body: html`<pre class="code-sample" tabindex="0">${text}</pre>` })}`,
  );
}
