import { operator } from '../../identity/components/operator-frame.ts';
import { t } from '../../web/translation/translate.ts';
import { card } from '../../web/components/card.ts';
import { selectField, switchField } from '../../web/components/fields/choice-field.ts';
import { textArea } from '../../web/components/fields/text-field.ts';
import { table } from '../../web/components/table.ts';
import { form, type FormState } from '../../web/form.ts';
import { html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { type CrawlerPolicy, type CrawlerRule, fieldOf, knownCrawlers, type Purpose } from './crawlers.ts';

const purposes = (): Readonly<Record<Purpose, string>> => ({
  search: t('Search results'),
  answers: t('AI answers'),
  training: t('AI training'),
  archive: t('Web archives'),
});

const choices = (): readonly { value: CrawlerRule; label: string }[] => [
  { value: 'same', label: t('Default') },
  { value: 'open', label: t('Allow all') },
  { value: 'reading', label: t('Allow, except for training') },
  { value: 'refused', label: t('Block') },
];

/** Crawler settings. `text` is the current robots.txt. */
export function crawlersView(policy: CrawlerPolicy, text: string, state: FormState = {}): View {
  const values = state.values;
  const isOn = (name: 'search' | 'aiInput' | 'aiTrain') => (values ? values[name] === 'on' : policy[name]);
  return operator(
    t('Crawlers'),
    '/operator/crawlers',
    html`${form({
      action: '/operator/crawlers',
      state,
      submit: t('Save'),
      body: html`${card({
        title: t('Default policy'),
        lead: t('Published in robots.txt as content signals. Crawlers are not forced to respect them.'),
        body: html`${switchField({ name: 'search', label: t('Show in search results'), checked: isOn('search') })}
        ${switchField({ name: 'aiInput', label: t('Use in AI answers that cite the source'), checked: isOn('aiInput') })}
        ${switchField({ name: 'aiTrain', label: t('Train AI models'), checked: isOn('aiTrain') })}`,
      })}
      ${card({
        title: t('Crawlers'),
        flush: true,
        body: table({
          caption: t('Crawlers by owner and policy'),
          rows: knownCrawlers,
          columns: [
            { label: t('Crawler'), main: true, cell: ({ agent }) => agent },
            { label: t('Owner'), cell: ({ owner }) => owner },
            { label: t('Purpose'), cell: ({ purpose }) => purposes()[purpose] },
            {
              label: t('Policy'),
              cell: ({ agent }) =>
                selectField({
                  name: fieldOf(agent),
                  label: t('Policy for {agent}', { agent }),
                  hideLabel: true,
                  value: values?.[fieldOf(agent)] ?? policy.rules[agent] ?? 'same',
                  choices: choices(),
                }),
            },
          ],
        }),
      })}
      ${card({
        title: t('Custom rules'),
        body: textArea({
          name: 'extra',
          label: t('Lines for robots.txt'),
          hint: t('Groups for other crawlers, as defined by RFC 9309.'),
          value: values?.extra ?? policy.extra,
          error: state.errors?.extra,
          maxlength: 10_000,
          rows: 4,
          required: false,
        }),
      })}`,
    })}
    ${card({ title: t('Current robots.txt'), body: html`<pre class="code-sample" tabindex="0">${text}</pre>` })}`,
  );
}
