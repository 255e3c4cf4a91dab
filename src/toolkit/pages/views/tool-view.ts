import type { Problem } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import { button, icon } from '../../../web/components/controls.ts';
import { card, notice, pageHeader } from '../../../web/components/surfaces.ts';
import { codeSample } from '../../../web/components/code-sample.ts';
import { jsonLd } from '../../../web/components/open-graph.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import { categories } from '../../catalog/categories.ts';
import type { ToolEntry } from '../../catalog/entry.ts';
import type { FoundTool } from '../../catalog/find-tool.ts';
import type { Tool } from '../../tool.ts';
import { isFile, parameterField, parametersOf } from '../form.ts';
import { resultView } from './result-view.ts';

interface Options {
  found: FoundTool;
  related: readonly ToolEntry[];
  base: string;
  /** Price per call in USDC. */
  price: string;
  input: Record<string, unknown>;
  output?: object;
  isFavorite: boolean;
  problem?: Problem;
}

/** Maximum length of a shareable address. */
const longestAddress = 1500;

/** A tool's page: its form, the result beside it, and API usage. */
export function toolView(options: Options): View {
  const { found, related, base, price, problem, isFavorite } = options;
  const { slug, category, tool } = found;
  const url = `${base}/tools/${slug}`;
  return {
    title: tool.title,
    section: 'tools',
    style: 'tools',
    wide: true,
    ...(problem && { status: problem.status }),
    description: `${tool.summary}.`,
    canonical: url,
    policy: { sources: { 'img-src': ['data:'] } },
    head: html`${jsonLd({
      '@type': 'WebApplication',
      name: tool.title,
      description: tool.summary,
      url,
      applicationCategory: 'UtilitiesApplication',
      operatingSystem: t('Any'),
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    })}
    ${questionsData(tool, price)}`,
    body: html`${pageHeader({
        title: tool.title,
        lead: `${tool.summary}.`,
        actions: favoriteForm(slug, isFavorite),
        above: html`<a class="back-link" href="/tools/${category}"
          >${icon('chevron-left')}${categories[category]?.title}</a
        >`,
      })}
      <div class="tool">
        ${form(options)}
        <turbo-frame id="tool-result" class="tool-result" aria-live="polite">${result(options)}</turbo-frame>
      </div>
      ${callCard(options, price)} ${questionsCard(tool, price)}
      ${
        related.length > 0 &&
        card({
          title: t('Related tools'),
          body: html`<ul class="tool-list">
            ${related.slice(0, 6).map(
              (each) =>
                html`<li>
                  <a href="/tools/${each.slug}"><strong>${each.title}</strong><span>${each.summary}</span></a>
                </li>`,
            )}
          </ul>`,
        })
      }`,
  };
}

const favoriteForm = (slug: string, isFavorite: boolean): Html =>
  html`<form method="post" action="/tools/${slug}/favorite">
    <input type="hidden" name="favorite" value="${isFavorite ? 'false' : 'true'}" />
    ${button({ label: isFavorite ? t('Remove favorite') : t('Add to favorites'), icon: 'star', kind: 'quiet', small: true })}
  </form>`;

function form({ found, input, problem }: Options): Html {
  const { slug, tool } = found;
  const hasFile = parametersOf(tool).some(([, parameter]) => isFile(parameter));
  // Tools that make requests or take a file run only on submission.
  const live = !hasFile && !tool.network;
  const errorOf = (name: string) => {
    const error = problem?.errors.find(({ field }) => field === name);
    return error && t(error.message);
  };
  return html`<form
    class="form tool-form"
    method="post"
    action="/tools/${slug}"
    data-turbo-frame="tool-result"
    ${attributes({ enctype: hasFile && 'multipart/form-data' })}
    ${attributes(live ? { 'data-controller': 'autosubmit', 'data-action': 'input->autosubmit#send' } : {})}
  >
    ${parametersOf(tool).map(([name, parameter]) =>
      parameterField(name, parameter, {
        value: input[name],
        error: errorOf(name),
        secret: tool.secret === true,
      }),
    )}
    ${button({ label: t('Run'), kind: 'primary', busyLabel: t('Running') })}
  </form>`;
}

function result({ found, input, output, problem, base }: Options): Html {
  if (problem) {
    const known = parametersOf(found.tool).map(([name]) => name);
    const [first] = problem.errors;
    const label = first && known.includes(first.field) ? found.tool.input.properties[first.field] : undefined;
    const title = (label as { title?: string } | undefined)?.title;
    return notice({
      tone: problem.kind === 'throttled' ? 'neutral' : 'danger',
      body: title ? `${title}: ${t(first?.message ?? '')}` : t(problem.text),
    });
  }
  if (!output)
    return html`<p class="tool-waiting">
      ${icon('wrench')}<span>Run the tool to see the result here.</span>
    </p>`;
  const query = queryOf(found, input);
  return html`${resultView(found.tool, output)}
  ${
    query !== undefined &&
    html`<p class="tool-share">
      <a href="${base}/tools/${found.slug}?${query}" data-turbo-frame="_top"
        >${icon('link')}Link to this result</a
      >
    </p>`
  }`;
}

/** Returns the input as a query string, or undefined for secrets, files and long input. */
function queryOf({ tool }: FoundTool, input: Record<string, unknown>): string | undefined {
  if (tool.secret || parametersOf(tool).some(([, parameter]) => isFile(parameter))) return undefined;
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([name, value]): [string, string][] =>
      Object.hasOwn(tool.input.properties, name) && value !== undefined ? [[name, textOf(value)]] : [],
    ),
  ).toString();
  return query.length <= longestAddress ? query : undefined;
}

function callCard({ found, input, base }: Options, price: string): Html {
  const query = queryOf(found, input);
  const address = `${base}/api/toolkit/${found.slug}`;
  const shown = Object.fromEntries(
    parametersOf(found.tool).map(([name, parameter]) => [
      name,
      found.tool.secret || isFile(parameter) ? '…' : textOf(input[name]).slice(0, 60),
    ]),
  );
  const code =
    query === undefined
      ? `curl '${address}' -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(shown).replaceAll("'", "'\\''")}'`
      : `curl '${address}${query && `?${query}`}'`;
  return card({
    title: t('From a program'),
    lead: html`${price} USDC per call over x402, without an account.
      <a href="/developers/paid">How paying works</a>.`,
    body: codeSample({ title: t('Get a quote'), code }),
  });
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

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

const questionsCard = (tool: Tool, price: string): Html =>
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
const questionsData = (tool: Tool, price: string): Html =>
  jsonLd({
    '@type': 'FAQPage',
    mainEntity: questionsOf(tool, price).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  });
