import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { jsonLd } from '../../../web/components/json-ld.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Tool } from '../../tool.ts';

interface Question {
  question: string;
  answer: string;
}

/** The FAQ of a tool. */
const questionsOf = (tool: Tool, price: string): Question[] => [
  ...(tool.about ? [{ question: t('How does it work?'), answer: tool.about }] : []),
  {
    question: t('What does it cost?'),
    answer: t('Free on this page, within an hourly limit. Programs pay {price} USDC per call.', {
      price,
    }),
  },
  {
    question: t('Is my input stored?'),
    answer: tool.secret
      ? t('No. It is sent to this server, processed and discarded. It is never part of a URL or a log.')
      : t('No. It is sent to this server, processed and discarded. Only a link that you share contains it.'),
  },
  ...(tool.network
    ? [
        {
          question: t('What does it connect to?'),
          answer: t('Only to the public name or URL that you enter. Private networks are blocked.'),
        },
      ]
    : []),
];

export const questionsCard = (tool: Tool, price: string): Html =>
  card({
    title: t('Questions'),
    body: html`<dl class="tool-questions">
      ${questionsOf(tool, price).map(
        ({ question, answer }) =>
          html`<div>
            <dt>${question}</dt>
            <dd>${answer}</dd>
          </div>`,
      )}
    </dl>`,
  });

/** The FAQ as structured data for search engines. */
export const questionsData = (tool: Tool, price: string): Html =>
  jsonLd({
    '@type': 'FAQPage',
    mainEntity: questionsOf(tool, price).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  });
