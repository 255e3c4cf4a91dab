import { missing, Problem } from '../../kernel/problem.ts';
import { CallsAtWork, sellCall, toCall } from '../../paid/calls/serve-call.ts';
import { type PaidGroup, type PaidOperation, amountOf, formatUsdc, highestOf } from '../../paid/operation.ts';
import { toHeader } from '../../paid/wire/payment-header.ts';
import type { App } from '../../platform/app.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { mcpMessage, textOfMessage } from './api.ts';
import { type BoundTool, type ObjectSchema, refuseUnknownArguments, type ToolResult } from './tool.ts';

/** Where x402 puts a payment and its settlement in messages of the Model Context Protocol. */
const paymentKey = 'x402/payment';
const settlementKey = 'x402/payment-response';

/**
 * The tools that anyone buys per call by x402, without an account. The same calls as over HTTP, bound and settled by
 * the same code. A call without a payment returns the price.
 */
export function paidMcpRoutes(
  operations: readonly PaidOperation[],
  groups: readonly PaidGroup[],
  describeInput: (operation: PaidOperation) => object,
) {
  const atWork = new CallsAtWork();
  return [
    endpoint({
      method: 'POST',
      path: '/mcp/paid',
      tag: 'Agents',
      access: 'anyone',
      summary: 'Buy calls by the Model Context Protocol',
      description:
        'As `/mcp`, without a token. A tool that is called without a payment returns the offers of x402 as its result, with `isError`. Call it again with the signed payment in `_meta["x402/payment"]`; the settlement is in `_meta["x402/payment-response"]`.',
      ...mcpMessage,
      handle: async ({ app, client, body }) => {
        const text = textOfMessage(client, body);
        const { name } = await getSiteSettings(app);
        const { serveMcp } = await import('./serve.ts');
        return serveMcp(
          app,
          {
            base: app.config.plazaUrl,
            name,
            title: name,
            instructions:
              'Each tool has a price in USDC and is paid per call by x402. Call a tool once to get its price, and again with the payment. A refused call is not charged.',
            tools: [
              ...operations.map((each) => operationTool(app, atWork, each, describeInput(each))),
              ...groups.slice(0, 1).map((group) => groupTool(app, atWork, group)),
            ],
            prompts: [],
            resources: undefined,
          },
          { text, headers: client.mcpHeaders },
        );
      },
    }),
  ];
}

const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

const priceOf = (app: App, { price }: Pick<PaidOperation, 'price'>): string => {
  const lowest = formatUsdc(amountOf(price, app.config, 1));
  const highest = formatUsdc(highestOf(price, app.config));
  return lowest === highest ? `${lowest} USDC` : `${lowest} to ${highest} USDC`;
};

/** `/api/toolkit/convert` is `toolkit_convert`. */
const nameOf = ({ path }: PaidOperation) =>
  path.replace(/^\/api\/?/, '').replaceAll(/[^a-z0-9]+/gi, '_') || 'newest';

function operationTool(app: App, atWork: CallsAtWork, operation: PaidOperation, input: object): BoundTool {
  const { title, summary, description, price } = operation;
  return {
    shape: {
      name: nameOf(operation),
      title,
      description: [summary, description, `Costs ${priceOf(app, { price })} per call`]
        .filter(Boolean)
        .join('. '),
      inputSchema: { ...input, type: 'object' },
      outputSchema: { type: 'object', additionalProperties: true },
      annotations: { title, ...hints },
    },
    run: (given, meta) => buy(app, atWork, operation, given, meta),
  };
}

/** One tool for all operations of a group, which are too many to be listed. */
function groupTool(app: App, atWork: CallsAtWork, group: PaidGroup): BoundTool {
  const { title, summary, parameter, path } = group;
  const inputSchema: ObjectSchema = {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 80, description: parameter.description },
      input: { type: 'object', additionalProperties: true, description: 'Its input' },
    },
    required: ['name'],
    additionalProperties: false,
  };
  return {
    shape: {
      name: 'run_tool',
      title,
      description: `${summary}. The free catalog at ${app.config.plazaUrl}${path} lists them. Costs ${priceOf(app, group)} per call`,
      inputSchema,
      outputSchema: { type: 'object', additionalProperties: true },
      annotations: { title, ...hints },
    },
    run: async (given, meta) => {
      refuseUnknownArguments(inputSchema, given);
      const { name, input = {} } = given;
      const operation = typeof name === 'string' ? await group.find(name) : undefined;
      if (!operation) throw missing(title);
      if (typeof input !== 'object' || input === null)
        throw new Problem('invalid', 'input must be an object', { field: 'input' });
      return buy(app, atWork, operation, input as Readonly<Record<string, unknown>>, meta);
    },
  };
}

async function buy(
  app: App,
  atWork: CallsAtWork,
  operation: PaidOperation,
  given: Readonly<Record<string, unknown>>,
  meta: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
  const call = toCall(app, operation, given);
  const sold = await sellCall(app, atWork, call, {
    headers: headersOf(meta[paymentKey]),
    accept: 'application/json',
  });
  const settled = sold.settlement === undefined ? undefined : { [settlementKey]: decode(sold.settlement) };
  if (sold.quote) {
    const offers = decode(sold.quote.header);
    return { text: JSON.stringify(offers), data: offers, isError: true, ...(settled && { meta: settled }) };
  }
  const { body } = sold.answer;
  const data = JSON.parse(body) as object;
  return { text: body, data: Array.isArray(data) ? { data } : data, ...(settled && { meta: settled }) };
}

/** A payment as the header of its version, so that it is read by the same code. */
function headersOf(payment: unknown): Record<string, string> {
  if (typeof payment !== 'object' || payment === null) return {};
  const { x402Version: version } = payment as { x402Version?: unknown };
  return { [version === 1 ? 'x-payment' : 'payment-signature']: toHeader(payment) };
}

const decode = (header: string) => JSON.parse(Buffer.from(header, 'base64').toString()) as object;
