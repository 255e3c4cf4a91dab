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
  answers: 'AI answers',
  training: 'AI training',
  archive: 'Web archives',
};

const choices: readonly { value: CrawlerRule; label: string }[] = [
  { value: 'same', label: 'Default' },
  { value: 'open', label: 'Allow all' },
  { value: 'reading', label: 'Allow reading, not training' },
  { value: 'refused', label: 'Block' },
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
        title: 'Default policy',
        lead: 'Published in robots.txt as content signals. Crawlers are asked, not forced, to respect them.',
        body: html`${switchField({ name: 'search', label: 'Show in search results', checked: isOn('search') })}
        ${switchField({ name: 'aiInput', label: 'Use in AI answers that cite the source', checked: isOn('aiInput') })}
        ${switchField({ name: 'aiTrain', label: 'Train AI models', checked: isOn('aiTrain') })}`,
      })}
      ${card({
        title: 'Crawlers',
        flush: true,
        body: table({
          caption: 'Crawlers by owner and policy',
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
                  label: `Policy for ${agent}`,
                  hideLabel: true,
                  value: values?.[fieldOf(agent)] ?? policy.rules[agent] ?? 'same',
                  choices,
                }),
            },
          ],
        }),
      })}
      ${card({
        title: 'Custom rules',
        body: textArea({
          name: 'extra',
          label: 'Lines for robots.txt',
          hint: 'Groups for other crawlers, as defined by RFC 9309.',
          value: values?.extra ?? policy.extra,
          error: state.errors?.extra,
          maxlength: 10_000,
          rows: 4,
          required: false,
        }),
      })}`,
    })}
    ${card({ title: 'Current robots.txt', body: html`<pre class="code-sample" tabindex="0">${text}</pre>` })}`,
  );
}
