import { operator } from '../../identity/components/operator-frame.ts';
import { t } from '../../web/translation/translate.ts';
import { badge, card, table, relativeTime } from '../../web/components/surfaces.ts';
import { selectField, switchField } from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { form, type FormState } from '../../web/form.ts';
import { attributes, html, type View, shortNumber } from '../../web/html.ts';
import { accessFieldOf, fieldOf, knownCrawlers, purposes } from './crawlers.ts';
import type { CrawlerAccess, CrawlerPolicy, CrawlerRule, CrawlerPurpose } from './crawlers.ts';
import { type CrawlerSum, type VisitAnswer, visitAnswers, visitDays } from './visits.ts';

const purposeNames = (): Readonly<Record<CrawlerPurpose, string>> => ({
  search: t('Search results'),
  answers: t('AI answers'),
  training: t('AI training'),
  agents: t('Agents that sign their requests'),
  archive: t('Web archives'),
});

const choices = (): readonly { value: CrawlerRule; label: string }[] => [
  { value: 'same', label: t('Default') },
  { value: 'open', label: t('Allow all') },
  { value: 'reading', label: t('Allow, except for training') },
  { value: 'priced', label: t('Charge') },
  { value: 'refused', label: t('Block') },
];

const accessChoices = (): readonly { value: CrawlerAccess; label: string }[] => [
  { value: 'allow', label: t('Allow') },
  { value: 'price', label: t('Charge') },
  { value: 'refuse', label: t('Block') },
];

const answerNames = (): Readonly<Record<VisitAnswer, string>> => ({
  allowed: t('Allowed'),
  paid: t('Paid'),
  priced: t('Asked to pay'),
  refused: t('Blocked'),
});

interface Shown {
  /** The current robots.txt. */
  text: string;
  visits: readonly CrawlerSum[];
}

/** Crawler settings, and what crawlers read. */
export function crawlersView(policy: CrawlerPolicy, { text, visits }: Shown, state: FormState = {}): View {
  const values = state.values;
  const isOn = (name: 'search' | 'aiInput' | 'aiTrain') => (values ? values[name] === 'on' : policy[name]);
  return operator(
    t('Crawlers'),
    '/operator/crawlers',
    html`${form({
      action: '/operator/crawlers',
      state,
      submit: t('Save changes'),
      body: html`${card({
        title: t('Access to pages'),
        lead: t(
          'For crawlers that give their name and agents that sign their requests. They pay by x402. People and browsers are not affected.',
        ),
        body: html`${purposes.map((purpose) =>
          selectField({
            name: accessFieldOf(purpose),
            label: purposeNames()[purpose],
            value: values?.[accessFieldOf(purpose)] ?? policy.access[purpose] ?? 'allow',
            choices: accessChoices(),
          }),
        )}
        ${textField({
          name: 'price',
          label: t('Price of a page, in USDC'),
          value: values?.price ?? policy.price,
          error: state.errors?.price,
          inputmode: 'decimal',
          maxlength: 20,
        })}`,
      })}
      ${card({
        title: t('Default policy'),
        lead: t('Published in robots.txt as content signals. Crawlers are not forced to respect them.'),
        body: html`${switchField({ name: 'search', label: t('Show in search results'), checked: isOn('search') })}
        ${switchField({ name: 'aiInput', label: t('Use in AI answers that cite the source'), checked: isOn('aiInput') })}
        ${switchField({ name: 'aiTrain', label: t('Train AI models'), checked: isOn('aiTrain') })}`,
      })}
      ${crawlersCard(policy, values)}
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
    ${visitsCard(visits)}
    ${card({ title: t('Current robots.txt'), body: html`<pre class="code-sample" dir="ltr" tabindex="0">${text}</pre>` })}`,
  );
}

/** Exceptions for single crawlers, open once there are any. */
function crawlersCard(policy: CrawlerPolicy, values: FormState['values']) {
  const ruleOf = (agent: string) => values?.[fieldOf(agent)] ?? policy.rules[agent] ?? 'same';
  const exceptions = knownCrawlers.filter(({ agent }) => ruleOf(agent) !== 'same').length;
  return card({
    body: html`<details class="more" ${attributes({ open: exceptions > 0 })}>
      <summary>${t('Exceptions for single crawlers')}</summary>
      ${table({
        caption: t('Crawlers by owner and policy'),
        rows: knownCrawlers,
        columns: [
          { label: t('Crawler'), main: true, cell: ({ agent }) => agent },
          { label: t('Owner'), cell: ({ owner }) => owner },
          { label: t('Purpose'), cell: ({ purpose }) => purposeNames()[purpose] },
          {
            label: t('Policy'),
            cell: ({ agent }) =>
              selectField({
                name: fieldOf(agent),
                label: t('Policy for {agent}', { agent }),
                hideLabel: true,
                value: ruleOf(agent),
                choices: choices(),
              }),
          },
        ],
      })}
    </details>`,
  });
}

/** What programs read in the last days. */
const visitsCard = (visits: readonly CrawlerSum[]) =>
  card({
    title: t('Requests in the last {days} days', { days: visitDays }),
    flush: visits.length > 0,
    body:
      visits.length === 0
        ? html`<p>${t('No crawler has read a page yet.')}</p>`
        : table({
            caption: t('Requests of pages by crawler'),
            rows: visits,
            columns: [
              {
                label: t('Crawler'),
                main: true,
                cell: ({ agent, isSigned }) => html`${agent} ${isSigned && badge(t('Signed'))}`,
              },
              { label: t('Purpose'), cell: ({ purpose }) => purposeNames()[purpose] },
              ...visitAnswers.map((answer) => ({
                label: answerNames()[answer],
                align: 'end' as const,
                cell: ({ requests }: CrawlerSum) => shortNumber(requests[answer]),
              })),
              { label: t('Last'), cell: ({ lastAt }) => relativeTime(lastAt) },
            ],
          }),
  });
