import { t } from '../web/translation/translate.ts';
import type { App } from '../platform/app.ts';
import type { Feature } from '../platform/feature.ts';
import { pagesFor } from '../platform/http/endpoint.ts';
import type { Config } from '../platform/settings/config.ts';
import { getSiteSettings } from '../platform/settings/site-settings.ts';
import { card, emptyState, pageHeader, table } from '../web/components/surfaces.ts';
import { codeSample } from '../web/components/code-sample.ts';
import { html, type Html, type View } from '../web/html.ts';
import { type PaidOperation, amountOf, formatUsdc, highestOf } from './operation.ts';

/** The catalog of paid operations, for developers of clients. */
export const catalogFeature = (operations: (app: App) => readonly PaidOperation[]): Feature => ({
  pages: [
    pagesFor('anyone').get({
      path: '/developers/paid',
      cached: true,
      handle: async ({ app }) =>
        catalogView({
          operations: operations(app),
          config: app.config,
          siteName: (await getSiteSettings(app)).name,
        }),
    }),
  ],
});

interface Options {
  operations: readonly PaidOperation[];
  config: Config;
  siteName: string;
}

/** The catalog page: how to pay, and every operation with its price and a call to copy. */
function catalogView({ operations, config, siteName }: Options): View {
  const base = config.plazaUrl;
  return {
    title: t('Paid calls'),
    section: 'developers',
    wide: true,
    description: t('Buy single calls to {siteName} over x402: no account, no key.', { siteName }),
    canonical: `${base}/developers/paid`,
    body: html`${pageHeader({
      title: t('Paid calls'),
      lead: t('Public content for agents and apps, paid per call in USDC over x402. No account, no key.'),
    })}
    ${
      operations.length === 0
        ? emptyState({
            illustration: 'quiet',
            title: t('Nothing for sale'),
            text: t('Paid calls are turned off on this site.'),
          })
        : html`${howItWorks(base)} ${priceList(operations, config)}
          ${operations.map((operation) => operationCard(operation, config))}`
    }`,
  };
}

const howItWorks = (base: string): Html =>
  html`${card({
    title: t('How paying works'),
    body: html`<div class="prose">
      <ol>
        <li>Call an operation. The response is <code>402</code> with offers on Base and on Solana.</li>
        <li>Sign one of the offers with your wallet, and send the same request again with the payment.</li>
        <li>
          You get the content and a receipt. Failed calls are not charged, and a payment is never charged
          twice.
        </li>
      </ol>
      <p>
        x402 clients do all of this for you. Lists are priced by the items they return. See
        <a href="/.well-known/x402" data-turbo="false">the manifest</a> and in
        <a href="/openapi.json" data-turbo="false">the OpenAPI description</a>.
      </p>
    </div>`,
  })}
  ${codeSample({
    title: t('With @x402/fetch'),
    code: `import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';

const client = new x402Client();
registerExactEvmScheme(client, { signer: privateKeyToAccount(process.env.KEY) });
const pay = wrapFetchWithPayment(fetch, client);
const answer = await pay('${base}/api/trending?period=24h');
console.log(await answer.json());`,
  })}`;

const priceList = (operations: readonly PaidOperation[], config: Config): Html =>
  card({
    title: t('Prices'),
    flush: true,
    body: table({
      caption: t('Prices of paid calls'),
      rows: operations,
      columns: [
        {
          label: t('Operation'),
          main: true,
          cell: (operation) => html`<a href="#${anchorOf(operation)}">${operation.title}</a>`,
        },
        { label: t('Path'), cell: ({ path }) => html`<code>${path}</code>` },
        { label: t('Price'), align: 'end', cell: (operation) => priceOf(operation, config) },
      ],
    }),
  });

const operationCard = (operation: PaidOperation, config: Config): Html =>
  card({
    id: anchorOf(operation),
    title: operation.title,
    lead: html`${operation.summary}. ${priceOf(operation, config)}.`,
    body: html`${table({
      caption: t('Parameters of {title}', { title: operation.title }),
      rows: parametersOf(operation),
      columns: [
        { label: t('Parameter'), main: true, cell: ({ name }) => html`<code>${name}</code>` },
        { label: t('Values'), cell: ({ type }) => type },
        { label: t('Default'), cell: ({ fallback }) => fallback || '–' },
        { label: t('Description'), cell: ({ description }) => withCode(description) },
      ],
      empty: html`<p>No parameters.</p>`,
    })}
    ${codeSample({ title: t('Get a quote'), code: `curl -i '${callOf(operation, config)}'` })}`,
  });

/** Renders backticks as code, in one element: cells of a phone's table lay out each child by itself. */
const withCode = (text: string): Html =>
  html`<span
    >${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}</span
  >`;

/** Returns the address of an example GET request. */
function callOf({ path, example }: PaidOperation, { plazaUrl }: Config): string {
  const query = new URLSearchParams(
    Object.entries(example.input).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();
  return `${plazaUrl}${path}${query && `?${query}`}`;
}

function priceOf({ price }: PaidOperation, config: Config): string {
  const [lowest, highest] = [amountOf(price, config), highestOf(price, config)].map(formatUsdc);
  return lowest === highest ? `${lowest} USDC` : `${lowest} to ${highest} USDC`;
}

const anchorOf = ({ path }: PaidOperation) => path.slice(1).replaceAll('/', '-');

/** A parameter as displayed. */
interface Parameter {
  name: string;
  type: string;
  /** The default value, or empty if there is none. */
  fallback: string;
  description: string;
}

interface Property {
  type?: string;
  enum?: readonly unknown[];
  default?: string | number | boolean;
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/** Returns the parameters of an operation in the order of declaration. */
const parametersOf = ({ input }: Pick<PaidOperation, 'input'>): Parameter[] =>
  Object.entries(input.properties as Record<string, Property>).map(([name, property]) => ({
    name,
    type: typeOf(property),
    fallback: property.default === undefined || property.default === '' ? '' : String(property.default),
    description: property.description ?? '',
  }));

function typeOf({ type = 'string', enum: values, minimum, maximum, maxLength }: Property): string {
  if (values) return values.map(String).join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${type}, ${minimum} to ${maximum}`;
  return maxLength === undefined ? type : `${type}, up to ${maxLength} characters`;
}
